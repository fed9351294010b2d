import type { CallInput, CallOutput } from '@parley/client';

/** The shapes of the wire, named. They come from the contract; nothing here adds to it. */
export type Session = CallOutput<'getSession'>;
export type Setup = CallOutput<'getSetup'>;
export type Conversation = CallOutput<'getConversation'>;
export type ConversationSummary = CallOutput<'listConversations'>['items'][number];
export type Headline = ConversationSummary['headline'];
export type Tone = Headline['tone'];
export type Message = CallOutput<'getMessage'>;
export type ContextRef = Message['contextRefs'][number];
export type Wave = CallOutput<'getWave'>;
export type Job = Wave['jobs'][number];
export type Concern = Wave['concerns'][number];
export type Receipt = NonNullable<Wave['receipt']>;
export type Usage = Wave['usage'];
export type Draft = CallOutput<'getDraft'>;
export type Responder = Draft['responders'][number];
export type Policy = Draft['policy'];
export type Preview = CallOutput<'createPreview'>;
export type Mention = CallOutput<'listMentions'>['items'][number];
export type Profile = CallOutput<'listProfiles'>['items'][number];
export type Runtime = CallOutput<'listRuntimes'>['items'][number];
export type Participant = CallOutput<'listParticipants'>['items'][number];
export type Audience = NonNullable<CallInput<'createConversation'>['body']['audience']>;
export type SendBody = CallInput<'sendMessage'>['body'];
export type ProfileRole = Profile['role'];
