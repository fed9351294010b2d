export { type CallInput, type CallOptions, type CallOutput, type Client, type ClientOptions, createClient } from './client';
export { type EventStreamOptions, type StreamEvent } from './events';
export { NoAnswerError, ProblemError } from './problem-error';
