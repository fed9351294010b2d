import { createRuntimes } from './create-runtimes';

const ids = (config: Omit<Parameters<typeof createRuntimes>[0], 'environment'>): string[] =>
  createRuntimes({ environment: {}, ...config }).map((runtime) => runtime.id);

describe('runtimes of a host', () => {
  it('are the evidence search alone when nothing is configured', () => {
    expect(ids({})).toEqual(['evidence']);
  });

  it('are joined by what is configured', () => {
    expect(
      ids({ scriptedProvider: { script: '/no/such/script.mjs' }, openaiCompatible: { baseUrl: 'http://127.0.0.1:1/v1', models: ['a'] } }),
    ).toEqual(['evidence', 'openai-compatible', 'scripted']);
  });

  it('say what is missing instead of failing', async () => {
    const [, scripted] = createRuntimes({ environment: {}, scriptedProvider: { script: '/no/such/script.mjs' } });
    expect(await scripted?.describe()).toMatchObject({ ready: false, reason: expect.stringContaining('program') });
  });
});
