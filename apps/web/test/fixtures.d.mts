import type { Conversation, Headline, Message, Wave } from '../src/api/types';

type Person = { id: string; name: string };
export const me: Person;
export const ana: Person;
export const scenes: Record<string, { conversation: Conversation; headline: Headline; messages: Message[]; waves: Wave[] }>;
export const session: unknown;
export const setup: unknown;
export const preview: unknown;
export const repository: unknown;
export const runtimes: unknown[];
export const profiles: unknown[];
export const mentions: unknown[];
export const people: unknown[];
export const summaries: unknown[];
export function at(secondsAgo: number): string;
export function id(prefix: string, name: string): string;
export function wave(name: string, conversationId: string, messageId: string, change?: Partial<Wave>): Wave;
export function message(
  name: string,
  conversationId: string,
  ordinal: number,
  author: Person,
  body: string,
  change?: Partial<Message>,
): Message;
export function job(name: string, jobRole: string, role: string, change?: Partial<Wave['jobs'][number]>): Wave['jobs'][number];
