import { ParleyError } from '@parley/domain';

/** A page goes one way from one place. */
export function notBoth(query: { before?: string | undefined; after?: string | undefined; around?: string | undefined }): void {
  const given = (['before', 'after', 'around'] as const).filter((name) => query[name] !== undefined);
  if (given.length < 2) return;
  throw new ParleyError(
    'request_invalid',
    'Only one of before, after and around may be given.',
    given.map((name) => ({ path: `query.${name}`, message: 'not together with another' })),
  );
}
