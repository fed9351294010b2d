import { passagesOf } from './passages';
import type { SourceFile } from './repository';

const file = (...lines: string[]): SourceFile => ({ path: 'src/relay.ts', lines, symbols: [] });

describe('passages of a file', () => {
  it('leave out what only names other files', () => {
    expect(passagesOf(file("import { sql } from 'kysely';", 'import type {', "} from './outbox';", "export * from './relay';"))).toEqual(
      [],
    );
    expect(passagesOf(file('from relay import claim', 'import os', '# a note'))).toEqual([]);
  });

  it('keep a beginning that says something of its own', () => {
    expect(passagesOf(file("import { run } from './run';", '', 'run({ retries: 3 });', 'run({ retries: 4 });'))).toHaveLength(1);
  });
});
