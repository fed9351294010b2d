/** Names in the order in which they stand in a prompt. `filesystem` is added by the host: it holds absolute paths, which never leave it. */
export const sectionNames = [
  'system',
  'role',
  'request',
  'targets',
  'manifest',
  'sources',
  'transcript',
  'phase_output',
  'task',
  'concerns',
  'reminder',
  'filesystem',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** `trusted`: written by Parley. Everything that a person, a repository or a model wrote is not, names and titles included. */
export interface PromptSection {
  name: SectionName;
  trusted: boolean;
  text: string;
}

const labels: { readonly [name in SectionName]: string } = {
  system: 'Rules',
  role: 'Role',
  request: 'Your request',
  targets: 'What is answered or reviewed',
  manifest: 'Sources',
  sources: 'Selected messages',
  transcript: 'Conversation',
  phase_output: 'Earlier results',
  task: 'Task',
  concerns: 'Concerns',
  reminder: 'Reminder',
  filesystem: 'Repository folders',
};

/** The words that a person reads for a section. */
export const sectionLabel = (name: SectionName): string => labels[name];
