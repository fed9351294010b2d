/** Counts every change of the text or order of prompts; stored with each job, so that a receipt can say what was asked. */
export const promptVersion = 1;
