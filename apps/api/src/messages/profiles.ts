import type { ProfileFact } from '@parley/domain';
import { builtInProfiles, currentContractVersion, roleContract } from '@parley/prompts';
import { sha256 } from './sha256';

/** The built-in profiles as a send reads them: with the hash of the contract that a new participant will keep. */
export const profileFacts: readonly ProfileFact[] = builtInProfiles.map((profile) => ({
  id: profile.id,
  name: profile.name,
  role: profile.role,
  roleContractVersion: currentContractVersion,
  roleContractHash: sha256(roleContract(profile.id, currentContractVersion)),
}));
