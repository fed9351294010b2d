import { type Client, createClient, NoAnswerError, ProblemError } from '@parley/client';
import { type Config, UserError } from '../config/infra.config';
import { readLocalState, stateFolder } from '../state/state-folder';

export interface Connection {
  client: Client;
  webUrl: string;
}

/** The installation of PARLEY_URL and PARLEY_API_KEY, else the one that `npm start` runs on this machine. */
export function connect(config: Config): Connection {
  const local = config.PARLEY_URL ? null : readLocalState(stateFolder(config));
  const baseUrl = config.PARLEY_URL?.replace(/\/+$/, '') ?? local?.apiUrl;
  const apiKey = config.PARLEY_API_KEY ?? local?.apiKey;
  if (!baseUrl)
    throw new UserError('Parley has not been started here yet: run `npm start` in another terminal, or set PARLEY_URL and PARLEY_API_KEY.');
  if (!apiKey) throw new UserError('PARLEY_URL is set without PARLEY_API_KEY: make a key in the web app and set it.');
  return { client: createClient({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } }), webUrl: local?.webUrl ?? baseUrl };
}

/** What a person can do about an error of the client. */
export function explain(error: unknown): Error {
  if (error instanceof NoAnswerError)
    return new UserError('Parley does not answer: is `npm start` running in another terminal?', { cause: error });
  if (error instanceof ProblemError) {
    const { code, detail, errors } = error.problem;
    if (code === 'unauthenticated')
      return new UserError('Parley refused the API key: run `npm start` again for a fresh one, or correct PARLEY_API_KEY.', {
        cause: error,
      });
    return new UserError([detail, ...errors.map((issue) => `  ${issue.path}: ${issue.message}`)].join('\n'), { cause: error });
  }
  return error instanceof Error ? error : new Error(String(error));
}
