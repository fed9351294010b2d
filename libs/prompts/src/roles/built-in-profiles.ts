import type { ProfileRole } from '@parley/domain';
import { currentContractVersion } from './role-contracts';

export interface BuiltInProfile {
  id: string;
  name: string;
  role: ProfileRole;
  /** The angle in a few words, shown beside the name. */
  lens: string;
  description: string;
  contractVersion: number;
}

/** The three agents that every workspace has, in the order of a Team. */
export const builtInProfiles: readonly BuiltInProfile[] = [
  {
    id: 'prf_builtin_lead',
    name: 'Lead',
    role: 'lead',
    lens: 'operating path',
    description: 'Commits to something one can act on, with its deciding trade-off, next step and strongest caveat.',
    contractVersion: currentContractVersion,
  },
  {
    id: 'prf_builtin_skeptic',
    name: 'Skeptic',
    role: 'skeptic',
    lens: 'strongest counter',
    description: 'Looks for the best case against, the assumption that would flip the decision, and the test that would tell.',
    contractVersion: currentContractVersion,
  },
  {
    id: 'prf_builtin_verifier',
    name: 'Verifier',
    role: 'verifier',
    lens: 'evidence boundary',
    description: 'Separates what is given, inferred and unknown, and finds the smallest check that would settle it.',
    contractVersion: currentContractVersion,
  },
];
