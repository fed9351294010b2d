import { ParleyError } from '../errors';

export type StateTable<S extends string> = { readonly [from in S]: readonly S[] };

export const isTransition = <S extends string>(table: StateTable<S>, from: S, to: S): boolean => table[from].includes(to);

/** @throws ParleyError `state_conflict`: an illegal transition is refused, never written. */
export function assertTransition<S extends string>(thing: string, table: StateTable<S>, from: S, to: S): void {
  if (!isTransition(table, from, to)) throw new ParleyError('state_conflict', `A ${thing} cannot go from ${from} to ${to}.`);
}

/**
 * The shortest legal way by the normal course, else by the detour of a stop; `from` left out, `to` included, empty when already there.
 * Evidence of a later state proves the earlier ones of the normal course; a stop is only written on the way to its own end.
 * @throws ParleyError `state_conflict` when there is none.
 */
export function transitionPath<S extends string>(
  thing: string,
  table: StateTable<S>,
  course: readonly S[],
  detour: readonly S[],
  from: S,
  to: S,
): S[] {
  if (from === to) return [];
  const path = shortest(table, course, from, to) ?? shortest(table, [...course, ...detour], from, to);
  if (path === undefined) throw new ParleyError('state_conflict', `A ${thing} cannot go from ${from} to ${to}.`);
  return path;
}

function shortest<S extends string>(table: StateTable<S>, via: readonly S[], from: S, to: S): S[] | undefined {
  const seen = new Set<S>([from]);
  let front: S[][] = table[from].map((next) => [next]);
  while (front.length > 0) {
    const found = front.find((path) => path.at(-1) === to);
    if (found !== undefined) return found;
    front = front.flatMap((path) => {
      const last = path.at(-1);
      if (last === undefined || seen.has(last) || !via.includes(last)) return [];
      seen.add(last);
      return table[last].map((next) => [...path, next]);
    });
  }
  return undefined;
}
