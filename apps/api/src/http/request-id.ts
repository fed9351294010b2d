import type { Request } from 'express';

const ids = new WeakMap<object, string>();

export const setRequestId = (request: object, id: string): void => void ids.set(request, id);
export const requestIdOf = (request: Request): string => ids.get(request) ?? 'req_unknown';
