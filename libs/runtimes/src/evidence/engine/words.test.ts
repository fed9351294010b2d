import { identifiersIn, parseQuery, splitIdentifier, stem } from './words';

describe('words', () => {
  it('splits names as programmers write them', () => {
    expect(splitIdentifier('advanceWave_v2')).toEqual(['advance', 'wave', 'v2']);
    expect(splitIdentifier('parseHTTPRequest-now')).toEqual(['parse', 'http', 'request', 'now']);
  });

  it('lets the forms of a word meet', () => {
    for (const forms of [
      ['settle', 'settles', 'settled', 'settling'],
      ['stop', 'stops', 'stopped', 'stopping'],
      ['query', 'queries'],
      ['address', 'addresses'],
      ['limit', 'limits', 'limited'],
    ]) {
      expect(new Set(forms.map(stem)).size).toBe(1);
    }
  });

  it('takes from a question its words and its names, without stop words, numbers and scripts', () => {
    const query = parseQuery('How does `runTurn` settle the wave after 20 seconds? [[script:{"lead":{}}]]');
    expect(query.identifiers).toEqual(['runTurn']);
    expect(query.terms.map((term) => term.word).sort()).toEqual(['run', 'seconds', 'settle', 'turn', 'wave']);
  });

  it('knows names in backticks and by their letters', () => {
    expect(identifiersIn('`a.settleWave()` calls maxAttempts and MAX_SIZE of ParleyError, not `npm install`.')).toEqual([
      'settleWave',
      'maxAttempts',
      'MAX_SIZE',
      'ParleyError',
    ]);
  });
});
