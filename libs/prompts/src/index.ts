export { promptVersion } from './version';
export { type BuiltInProfile, builtInProfiles } from './roles/built-in-profiles';
export { currentContractVersion, roleContract } from './roles/role-contracts';

export { type PromptSection, sectionLabel, type SectionName, sectionNames } from './sections/prompt-section';
export type { ManifestItem, PromptConcern, PromptInput, PromptMessage, PromptReview, PromptTarget } from './sections/prompt-input';
export { buildSections } from './sections/build-sections';
export { filesystemSection } from './sections/filesystem-guide';
export { assemblePrompt, parsePrompt } from './sections/assemble';
export { type BudgetInput, checkBudget, measureSections, promptTokenLimit, type SectionSize } from './sections/budget';

export { parseReview } from './output/parse-review';
export { parseCorrection } from './output/parse-correction';
export { extractCitations, type FoundCitation, parseCitation } from './output/citations';
export { filterOutput, isSafeLink } from './output/filter-output';
export { stripFence } from './output/json-object';
