import { roleContract } from '../roles/role-contracts';
import type { PromptInput } from './prompt-input';
import type { PromptSection, SectionName } from './prompt-section';
import { policyText, systemText } from './system-text';
import { answerTask, concernsReminder, correctionTask, reviewTask } from './task-text';
import {
  concernsText,
  earlierReviewsText,
  manifestText,
  requestText,
  sourcesText,
  targetText,
  targetsText,
  transcriptText,
} from './untrusted-text';

/**
 * The sections of one turn in their fixed order, without the filesystem guide. Empty ones are left out.
 * The same sections are measured, shown in the preview and sent: there is no second way to make a prompt.
 */
export function buildSections(input: PromptInput): PromptSection[] {
  const { agent } = input;
  const sections: (PromptSection | null)[] = [
    trusted('system', systemText),
    trusted('role', `${roleContract(agent.profileId, agent.contractVersion)}\n\n${policyText(input.policy, agent.role)}`),
    untrusted('request', requestText(input)),
    trusted('targets', targetsText(input)),
    untrusted('manifest', manifestText(input.manifest)),
    untrusted('sources', sourcesText(input.sources)),
    untrusted('transcript', transcriptText(input)),
    untrusted('phase_output', input.phase === 'answer' ? earlierReviewsText(input.earlierReviews ?? []) : targetText(input.target)),
    trusted('task', taskText(input)),
    input.phase === 'correct' ? untrusted('concerns', concernsText(input.concerns)) : null,
    input.phase === 'correct' ? trusted('reminder', concernsReminder) : null,
  ];
  return sections.filter((section): section is PromptSection => section !== null && section.text !== '');
}

function taskText(input: PromptInput): string {
  switch (input.phase) {
    case 'answer':
      return input.sources.length > 1
        ? `${answerTask} Several messages were selected as sources: keep their disagreements, uncertainty and limits visible. Being selected means no endorsement.`
        : answerTask;
    case 'review':
      return reviewTask(input.target.messageId);
    case 'correct':
      return correctionTask(input.concerns.map((concern) => concern.id));
  }
}

const trusted = (name: SectionName, text: string): PromptSection => ({ name, trusted: true, text });
const untrusted = (name: SectionName, text: string): PromptSection => ({ name, trusted: false, text });
