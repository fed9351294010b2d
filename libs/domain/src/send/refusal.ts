import { type ErrorCode, ParleyError } from '../errors';

/** Refusals inside the send decision travel as a thrown ParleyError and become a value at its edge: `decideSend` itself never throws one. */
export const refuse = (code: ErrorCode, detail: string, path?: string): never => {
  throw new ParleyError(code, detail, path === undefined ? [] : [{ path, message: detail }]);
};
