import type { AgentPolicy, AssignmentRole } from '../vocabulary';
import type { Place } from './placement';
import type { RosterEntry } from './roster';
import type { PlannedAssignment } from './send-facts';

/** Who answers, in the order of the wave, with what must be written about each before. */
export function planAssignments(policy: AgentPolicy, roster: readonly RosterEntry[], place: Place): PlannedAssignment[] {
  return roster.map((entry, position) => {
    const { choice, participant, profile } = entry;
    const runtimeName = place.runtimes[position]?.name ?? choice.runtimeId;
    // Naming the same model without an effort keeps the effort that was chosen before.
    const kept =
      participant !== null && participant.runtimeId === choice.runtimeId && participant.modelId === choice.modelId
        ? participant.effort
        : null;
    const effort = choice.effort ?? kept;
    const base = {
      position,
      assignmentRole: assignmentRole(policy, position),
      profileId: profile.id,
      runtimeId: choice.runtimeId,
      modelId: choice.modelId,
      effort,
    };
    if (participant !== null && isUnchanged(participant, base)) {
      return {
        ...base,
        change: 'unchanged',
        participantId: participant.id,
        revisionId: participant.revisionId,
        revision: participant.revision,
        name: participant.name,
        role: participant.role,
        runtimeName: participant.runtimeName,
        roleContractVersion: participant.roleContractVersion,
        roleContractHash: null,
      };
    }
    const written = {
      ...base,
      revisionId: null,
      name: profile.name,
      role: profile.role,
      runtimeName,
      roleContractVersion: profile.roleContractVersion,
      roleContractHash: profile.roleContractHash,
    };
    return participant === null
      ? { ...written, change: 'new_participant', participantId: null, revision: 1 }
      : { ...written, change: 'new_revision', participantId: participant.id, revision: participant.revision + 1 };
  });
}

function isUnchanged(
  participant: NonNullable<RosterEntry['participant']>,
  now: { runtimeId: string; modelId: string; effort: string | null },
): boolean {
  return participant.runtimeId === now.runtimeId && participant.modelId === now.modelId && participant.effort === now.effort;
}

function assignmentRole(policy: AgentPolicy, position: number): AssignmentRole {
  if (policy === 'panel') return 'panelist';
  return position === 0 ? 'primary' : 'reviewer';
}
