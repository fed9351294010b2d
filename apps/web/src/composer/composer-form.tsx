'use client';

import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ContextRef, Mention, Policy, Profile } from '../api/types';
import { Button } from '../ui/button';
import { AddIcon, DismissIcon, MentionIcon, RepositoryIcon, ReplyIcon, SendIcon } from '../ui/icons';
import { Menu } from '../ui/menu';
import { AgentChip } from './agent-chip';
import { agentTrouble, type Catalogue, type Choice } from './agents';
import styles from './composer.module.css';
import { type ComposerState, isBlank, isLocked } from './draft-state';
import { MentionPicker, optionId } from './mention-picker';
import { type MentionQuery, withoutMention } from './mention-query';
import { ModeMenu } from './mode-menu';
import { SuggestedSources } from './suggested-sources';
import { useMentions } from './use-mentions';

export interface ComposerFormProps {
  state: ComposerState;
  catalogue: Catalogue;
  conversationId: string | null;
  /** Why nothing can be sent now; null when it can. */
  refusal: string | null;
  /** Writing itself is closed, as in an archived conversation. */
  closed: boolean;
  audience: string;
  placeholder: string;
  setPolicy: (policy: Policy) => void;
  setChoice: (profileId: string, choice: Choice) => void;
  removeAgent: (profileId: string) => void;
  addAgent: (profileId: string) => void;
  removeRef: (id: string) => void;
  addRef: (ref: ContextRef) => void;
  mention: (mention: Mention, body: string) => void;
  change: (next: { body: string }) => void;
  clearTarget: () => void;
  onSend: () => void;
  status?: ReactNode;
  line: ReactNode;
  hint?: ReactNode;
}

/** The field where people write. It holds no rule: what is refused, and why, is told to it. */
export function ComposerForm(props: ComposerFormProps) {
  const { state, catalogue, closed, refusal } = props;
  const { draft } = state;
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [said, setSaid] = useState('');
  /** Where the caret goes when the changed text is drawn. */
  const caret = useRef<number | null>(null);
  const locked = isLocked(state) || closed;
  const trouble =
    draft.policy === 'note'
      ? null
      : (draft.agents.map((agent) => agentTrouble(agent, catalogue.runtimes)).find((text) => text !== null) ?? null);
  const why = refusal ?? trouble;
  const maySend = !locked && why === null && !isBlank(draft);
  const mentions = useMentions(props.conversationId, (mention: Mention, typed: MentionQuery) => {
    const next = withoutMention(field.current?.value ?? draft.body, typed);
    props.mention(mention, next.text);
    caret.current = next.caret;
    setSaid(`${mention.label} ${mention.kind === 'agent' ? 'answers' : 'added as a source'}`);
  });

  useLayoutEffect(() => {
    const node = field.current;
    if (node === null) return;
    node.style.height = 'auto';
    node.style.height = `${node.scrollHeight}px`;
  }, [draft.body]);
  useEffect(() => {
    const place = caret.current;
    if (place === null) return;
    caret.current = null;
    field.current?.focus();
    field.current?.setSelectionRange(place, place);
  }, [draft]);

  const readCaret = (): void => {
    const node = field.current;
    if (node !== null) mentions.read(node.value, node.selectionStart, node.selectionEnd);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (maySend) props.onSend();
      return;
    }
    if (mentions.onKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.key === 'Backspace' && event.currentTarget.value === '' && draft.contextRefs.length > 0) {
      event.preventDefault();
      document.getElementById(`${listId}-token-${draft.contextRefs.length - 1}`)?.focus();
    }
  };
  const typeMention = (): void => {
    const node = field.current;
    if (node === null) return;
    const at = node.selectionStart;
    const before = node.value.slice(0, at);
    const typed = `${before === '' || /\s$/.test(before) ? '' : ' '}@`;
    props.change({ body: before + typed + node.value.slice(node.selectionEnd) });
    caret.current = at + typed.length;
    setTimeout(readCaret);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (maySend) props.onSend();
  };
  const target = draft.replyTo ?? draft.supersedes;
  const addable =
    draft.policy === 'panel' || draft.policy === 'direct'
      ? catalogue.profiles.filter((profile) => !draft.agents.some((agent) => agent.profileId === profile.id))
      : [];
  return (
    <div className={styles.place}>
      {props.status}
      <form className={styles.composer} aria-label="Message" onSubmit={submit}>
        <MentionPicker mentions={mentions} listId={listId} />
        {target !== null && (
          <p className={styles.target}>
            <ReplyIcon />
            <span className="clip">
              {draft.supersedes !== null ? 'Correcting' : 'Replying to'} {target.author !== '' && <strong>{target.author}: </strong>}
              {target.words}
            </span>
            <Button
              kind="icon"
              small
              label={draft.supersedes !== null ? 'Do not correct' : 'Do not reply'}
              onClick={props.clearTarget}
              disabled={locked}
            >
              <DismissIcon />
            </Button>
          </p>
        )}
        <textarea
          id="message"
          ref={field}
          className={styles.field}
          rows={1}
          value={draft.body}
          placeholder={closed ? (refusal ?? 'Closed') : props.placeholder}
          readOnly={isLocked(state)}
          disabled={closed}
          aria-label="Message"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={mentions.open ? listId : undefined}
          aria-activedescendant={mentions.open && mentions.active >= 0 ? optionId(listId, mentions.active) : undefined}
          onChange={(event) => {
            props.change({ body: event.target.value });
            mentions.read(event.target.value, event.target.selectionStart, event.target.selectionEnd);
          }}
          onSelect={readCaret}
          onBlur={mentions.close}
          onKeyDown={onKeyDown}
        />
        {draft.policy !== 'note' && (
          <div className={styles.who} role="group" aria-label="Who answers">
            {draft.agents.map((agent) => (
              <AgentChip
                key={agent.profileId}
                agent={agent}
                runtimes={catalogue.runtimes}
                disabled={locked}
                onChoose={(choice) => props.setChoice(agent.profileId, choice)}
                onRemove={draft.policy === 'panel' && draft.agents.length > 2 ? () => props.removeAgent(agent.profileId) : null}
              />
            ))}
            {draft.contextRefs.map((ref, index) => (
              <ContextToken
                key={ref.id}
                id={`${listId}-token-${index}`}
                label={ref.label}
                onRemove={() => (props.removeRef(ref.id), field.current?.focus())}
                disabled={locked}
              />
            ))}
            {draft.contextRefs.length === 0 && (
              <SuggestedSources disabled={locked} onAdd={(ref) => (props.addRef(ref), field.current?.focus())} />
            )}
          </div>
        )}
        {draft.policy === 'note' && draft.contextRefs.length > 0 && (
          <div className={styles.who}>
            {draft.contextRefs.map((ref, index) => (
              <ContextToken
                key={ref.id}
                id={`${listId}-token-${index}`}
                label={ref.label}
                onRemove={() => (props.removeRef(ref.id), field.current?.focus())}
                disabled={locked}
              />
            ))}
          </div>
        )}
        <div className={styles.tools}>
          <ModeMenu policy={draft.policy} onChange={props.setPolicy} disabled={locked} />
          <Button kind="icon" small label="Mention an agent or a repository" onClick={typeMention} disabled={locked}>
            <MentionIcon />
          </Button>
          {addable.length > 0 && (
            <AddAgent profiles={addable} onAdd={props.addAgent} disabled={locked} replaces={draft.policy === 'direct'} />
          )}
          <span className="grow" />
          {why !== null && !closed && !isBlank(draft) ? (
            <span className={`${styles.see} ${styles.seeTrouble}`} role="status" title={why}>
              {why}
            </span>
          ) : (
            props.line
          )}
          <button
            type="submit"
            className={styles.send}
            disabled={!maySend}
            aria-label={`Send. Read by: ${props.audience}`}
            title={`Send (Ctrl or ⌘ and Enter). Read by: ${props.audience}`}
          >
            <SendIcon />
          </button>
        </div>
      </form>
      {props.hint}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}

function AddAgent({
  profiles,
  onAdd,
  disabled,
  replaces,
}: {
  profiles: readonly Profile[];
  onAdd: (profileId: string) => void;
  disabled: boolean;
  replaces: boolean;
}) {
  const label = replaces ? 'Ask another agent' : 'Add an agent';
  return (
    <Menu
      side="top"
      trigger={
        <Button kind="icon" small label={label} disabled={disabled}>
          <AddIcon />
        </Button>
      }
      entries={[
        { kind: 'label', key: 'label', words: label },
        ...profiles.map(({ id, name, lens }) => ({ kind: 'item' as const, key: id, words: name, detail: lens, onSelect: () => onAdd(id) })),
      ]}
    />
  );
}

/** A source of the message. Backspace in the empty field comes here; Backspace or Delete here removes it. */
function ContextToken({ id, label, onRemove, disabled }: { id: string; label: string; onRemove: () => void; disabled: boolean }) {
  return (
    <button
      id={id}
      type="button"
      className={styles.token}
      disabled={disabled}
      aria-label={`${label}, a source. Remove`}
      title={`Remove ${label}`}
      onClick={onRemove}
      onKeyDown={(event) => {
        if (event.key !== 'Backspace' && event.key !== 'Delete') return;
        event.preventDefault();
        onRemove();
      }}
    >
      <RepositoryIcon />
      {label}
      <DismissIcon />
    </button>
  );
}
