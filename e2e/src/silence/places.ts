/** What may be where, and why. Anything else, anywhere else, is a finding. */
interface Allowance {
  place: string;
  kinds: readonly string[];
  because: string;
}

const allowances: readonly Allowance[] = [
  {
    place: 'environment of api',
    kinds: ['database password', 'auth secret', 'host token', 'host name'],
    because: 'the API is the one process that has them',
  },
  {
    place: 'environment of host',
    kinds: ['host token', 'host name', 'repository path', 'repository label', 'provider key'],
    because: 'the host proves itself, opens its repositories and asks its providers with them; nothing that it starts gets them',
  },
  {
    place: 'arguments of host children',
    kinds: ['repository path', 'repository label', 'file name'],
    because: 'Git and a sandbox are told what to open; both run on the machine that has it',
  },
  {
    place: 'problem documents',
    kinds: ['unknown field'],
    because: 'who sends a field that is not known is told its name, never its value',
  },
];

export const isAllowed = (place: string, kind: string): boolean =>
  allowances.some((allowance) => allowance.place === place && allowance.kinds.includes(kind));
