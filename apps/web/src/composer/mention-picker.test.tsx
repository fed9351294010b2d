import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { mentions } from '../../test/fixtures.mjs';
import type { Mention } from '../api/types';
import { ComposerForm } from './composer-form';
import { emptyDraft } from './draft-state';
import { mentionAt, moveActive, withoutMention } from './mention-query';

const list = mentions as Mention[];

describe('the mention that is being typed', () => {
  it.each([
    ['@', 1, { start: 0, query: '' }],
    ['ask @sk', 7, { start: 4, query: 'sk' }],
    ['ask (@par', 9, { start: 5, query: 'par' }],
    ['line\n@v', 7, { start: 5, query: 'v' }],
    ['mail me@host', 12, null],
    ['@one two three', 14, null],
    ['ask @sk then', 12, { start: 4, query: 'sk then' }],
  ])('%s', (text, caret, found) => {
    expect(mentionAt(text, caret)).toEqual(found);
  });
  it('is taken out of the text when something was chosen', () => {
    expect(withoutMention('ask @sk please', { start: 4, query: 'sk' })).toEqual({ text: 'ask please', caret: 4 });
  });
  it('goes round the ends and skips what is not available', () => {
    const options = [{ available: false }, { available: true }, { available: false }, { available: true }];
    expect(moveActive(options, 3, 'ArrowDown')).toBe(1);
    expect(moveActive(options, 1, 'ArrowUp')).toBe(3);
    expect(moveActive(options, 1, 'End')).toBe(3);
    expect(moveActive([{ available: false }], -1, 'Home')).toBe(-1);
  });
});

function Harness({ onPick, onSend }: { onPick: (mention: Mention, body: string) => void; onSend: () => void }) {
  const [body, setBody] = useState('');
  const nothing = (): void => undefined;
  return (
    <ComposerForm
      state={{ draft: { ...emptyDraft, policy: 'note', body }, phase: { kind: 'editing' } }}
      catalogue={{ profiles: [], runtimes: [], participants: [] }}
      conversationId={null}
      refusal={null}
      closed={false}
      audience="everyone"
      placeholder="Write"
      setPolicy={nothing}
      setChoice={nothing}
      removeAgent={nothing}
      addAgent={nothing}
      removeRef={nothing}
      addRef={nothing}
      clearTarget={nothing}
      line={null}
      onSend={onSend}
      change={(next) => setBody(next.body)}
      mention={(mention, text) => {
        setBody(text);
        onPick(mention, text);
      }}
    />
  );
}

async function typed(text: string) {
  globalThis.fetch = jest.fn(() => Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve({ items: list }) } as Response));
  const onPick = jest.fn();
  const onSend = jest.fn();
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Harness onPick={onPick} onSend={onSend} />
    </QueryClientProvider>,
  );
  const field = screen.getByRole('textbox', { name: 'Message' });
  await user.type(field, text);
  return { user, field, onPick, onSend };
}

describe('the mention picker by keyboard', () => {
  it('marks the first available option and leaves the focus in the field', async () => {
    const { field } = await typed('ask @');
    const options = await screen.findAllByRole('option');
    await waitFor(() => expect(field).toHaveAttribute('aria-activedescendant', options[0]?.id));
    expect(field).toHaveFocus();
    expect(screen.getAllByRole('group').map((group) => group.textContent?.slice(0, 6))).toEqual(['Agents', 'Reposi']);
  });
  it('chooses with Enter, removes the typed text and says what was chosen', async () => {
    const { user, field, onPick } = await typed('ask @');
    await screen.findAllByRole('option');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onPick).toHaveBeenCalledWith(list[1], 'ask ');
    expect(field).toHaveValue('ask ');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.getByText('Skeptic answers')).toBeInTheDocument();
  });
  it('skips what is not available and meets at the ends', async () => {
    const { user, onPick } = await typed('@');
    await screen.findAllByRole('option');
    await user.keyboard('{ArrowUp}{Tab}');
    expect(onPick.mock.calls[0]?.[0]).toEqual(list[3]);
  });
  it('closes with Escape for this mention and opens for the next one', async () => {
    const { user, onPick } = await typed('@');
    await screen.findAllByRole('option');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('x');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard(' and @');
    expect(await screen.findByRole('listbox')).toBeInTheDocument();
    expect(onPick).not.toHaveBeenCalled();
  });
  it('sends with Ctrl+Enter even while the list is open', async () => {
    const { user, onSend, onPick } = await typed('hello @');
    await screen.findAllByRole('option');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(onSend).toHaveBeenCalledTimes(1);
    expect(onPick).not.toHaveBeenCalled();
  });
});
