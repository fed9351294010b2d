import { estimateTokens, type LimitViolation, limits, utf8Bytes } from '@parley/domain';
import type { ManifestItem } from './prompt-input';
import { type PromptSection, sectionLabel, type SectionName } from './prompt-section';
import { manifestLine } from './untrusted-text';

export interface SectionSize {
  name: SectionName;
  label: string;
  bytes: number;
  tokens: number;
}

/** Sizes of exactly what is sent, section by section, without the few bytes of the marks between them. */
export function measureSections(sections: readonly PromptSection[]): { sections: SectionSize[]; totalBytes: number; totalTokens: number } {
  const sizes = sections.map(({ name, text }): SectionSize => {
    const bytes = utf8Bytes(text);
    return { name, label: sectionLabel(name), bytes, tokens: estimateTokens(bytes) };
  });
  return { sections: sizes, totalBytes: sum(sizes.map((size) => size.bytes)), totalTokens: sum(sizes.map((size) => size.tokens)) };
}

/**
 * The most that a prompt may have: four fifths of the model's context, minus room for the output.
 * Small models get a quarter of their context as that room, so that the fixed reserve does not leave them nothing.
 */
export function promptTokenLimit(modelContextTokens: number | null): number {
  const context = modelContextTokens ?? limits.defaultModelContextTokens;
  return Math.floor(context * limits.promptShare) - Math.min(limits.reservedOutputTokens, Math.floor(context / 4));
}

export interface BudgetInput {
  sections: readonly PromptSection[];
  /** From the runtime's catalogue; null: unknown, the default counts. */
  modelContextTokens: number | null;
  requestBody: string;
  manifest: readonly ManifestItem[];
  /** Messages of the window, the request included. */
  windowMessages: number;
  /** Bytes of outputs that the wave has stored already. */
  waveOutputBytes: number;
}

/** Every limit that this prompt breaks, with both numbers; empty when it may be sent. */
export function checkBudget(input: BudgetInput): LimitViolation[] {
  const { sections, totalTokens } = measureSections(input.sections);
  const size = (name: SectionName): SectionSize =>
    sections.find((s) => s.name === name) ?? { name, label: sectionLabel(name), bytes: 0, tokens: 0 };
  const transcript = {
    bytes: size('transcript').bytes + size('sources').bytes,
    tokens: size('transcript').tokens + size('sources').tokens,
  };
  const perRef = input.manifest.map((item) =>
    over(`manifest of ${item.label}`, utf8Bytes(manifestLine(item)), limits.manifestBytesPerRef, 'bytes'),
  );
  return [
    over('request', utf8Bytes(input.requestBody), limits.messageBytes, 'bytes'),
    over('manifest', input.manifest.length, limits.contextRefs, 'count'),
    over('manifest', input.manifest.filter((item) => item.access === 'filesystem_read').length, limits.contextRoots, 'count'),
    ...perRef,
    over('manifest', size('manifest').bytes, limits.manifestBytes, 'bytes'),
    over('transcript', input.windowMessages, limits.windowMessages, 'count'),
    over('transcript', transcript.bytes, limits.windowBytes + headings, 'bytes'),
    over('transcript', transcript.tokens, limits.windowTokens + headings / 4, 'tokens'),
    over('wave output', input.waveOutputBytes, limits.waveOutputBytes, 'bytes'),
    over('prompt', totalTokens, promptTokenLimit(input.modelContextTokens), 'tokens'),
  ].filter((violation) => violation !== null);
}

/** The window is chosen by its bodies; the line above each of up to 80 messages must not break a limit that the send has promised. */
const headings = limits.windowMessages * 320;

const over = (section: string, actual: number, limit: number, unit: LimitViolation['unit']): LimitViolation | null =>
  actual > limit ? { section, actual, limit, unit } : null;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
