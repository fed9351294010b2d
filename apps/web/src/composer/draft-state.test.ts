import { type ComposerEvent, type ComposerState, composerStep, emptyDraft } from './draft-state';

const editing: ComposerState = { draft: { ...emptyDraft, body: 'Why?' }, phase: { kind: 'editing' } };
const after = (state: ComposerState, ...events: ComposerEvent[]): ComposerState => events.reduce(composerStep, state);
const sent: ComposerEvent = { type: 'sent', clientMessageId: 'msg-1' };

describe('writing and sending a message', () => {
  it('empties the field after the message was accepted, and keeps mode, agents and sources', () => {
    const contextRefs = [{ kind: 'repository' as const, id: 'rep_1', label: 'parley', available: true }];
    const state = after({ ...editing, draft: { ...editing.draft, policy: 'team', contextRefs } }, sent, { type: 'accepted' });
    expect(state).toEqual({ draft: { ...emptyDraft, policy: 'team', contextRefs }, phase: { kind: 'editing' } });
  });
  it('keeps text and id when no answer came, and locks both', () => {
    const state = after(editing, sent, { type: 'no_answer' }, { type: 'changed', change: { body: 'Other' } });
    expect(state.draft).toMatchObject({ body: 'Why?', clientMessageId: 'msg-1' });
    expect(state.phase).toEqual({ kind: 'unanswered', tries: 1 });
  });
  it('repeats with the same id and counts the tries', () => {
    const state = after(editing, sent, { type: 'no_answer' }, sent);
    expect(state.draft.clientMessageId).toBe('msg-1');
    expect(state.phase).toEqual({ kind: 'sending', tries: 2 });
  });
  it('does not send twice at once', () => {
    expect(after(editing, sent, { type: 'sent', clientMessageId: 'msg-2' }).draft.clientMessageId).toBe('msg-1');
  });
  it('keeps the text and drops the id when the message was refused', () => {
    const state = after(editing, sent, { type: 'refused', title: 'Full', detail: 'Eight wait.' });
    expect(state.draft).toMatchObject({ body: 'Why?', clientMessageId: null });
    expect(state.phase).toEqual({ kind: 'refused', title: 'Full', detail: 'Eight wait.' });
  });
  it('makes a new meaning need a new id', () => {
    expect(
      after({ ...editing, draft: { ...editing.draft, clientMessageId: 'msg-1' } }, { type: 'changed', change: { body: 'Other' } }).draft
        .clientMessageId,
    ).toBeNull();
  });
  it('asks about a stored draft that may have been sent', () => {
    expect(after(editing, { type: 'loaded', draft: { ...emptyDraft, body: 'Why?', clientMessageId: 'msg-1' } }).phase).toEqual({
      kind: 'unanswered',
      tries: 0,
    });
    expect(after(editing, { type: 'loaded', draft: { ...emptyDraft, body: 'Why?' } }).phase).toEqual({ kind: 'editing' });
  });
});
