export interface Frame {
  id: string | null;
  event: string;
  data: Record<string, unknown>;
}

/** Reads an event stream of the tests. `frames` grows; `until` waits for a frame and fails after five seconds. */
export async function readEvents(url: string, headers: Record<string, string>, options: { after?: string; conversationId?: string } = {}) {
  const stop = new AbortController();
  const query = options.conversationId === undefined ? '' : `?conversationId=${options.conversationId}`;
  const answer = await fetch(`${url}/v1/events${query}`, {
    headers: { ...headers, ...(options.after === undefined ? {} : { 'last-event-id': options.after }) },
    signal: stop.signal,
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`The stream was refused: ${answer.status}`);
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  let over = false;
  const done = (async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const parsed = parseFrame(text.slice(0, end));
        text = text.slice(end + 2);
        if (parsed) frames.push(parsed);
      }
      waiting.forEach((wake) => wake());
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      over = true;
      waiting.forEach((wake) => wake());
    });
  return {
    frames,
    done,
    close: async () => {
      stop.abort();
      await done;
    },
    lastId: () => frames.findLast((frame) => frame.id !== null)?.id ?? undefined,
    async until(found: (frame: Frame) => boolean): Promise<Frame> {
      const late = Date.now() + 5_000;
      for (;;) {
        const hit = frames.find(found);
        if (hit) return hit;
        if (over || Date.now() > late) throw new Error(`No such frame among: ${frames.map((frame) => frame.event).join(', ')}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(wake, 100);
          function wake() {
            clearTimeout(timer);
            waiting.delete(wake);
            resolve();
          }
          waiting.add(wake);
        });
      }
    },
  };
}

function parseFrame(text: string): Frame | null {
  const fields = new Map(
    text
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const event = fields.get('event');
  return event === undefined
    ? null
    : { id: fields.get('id') ?? null, event, data: JSON.parse(fields.get('data') ?? '{}') as Record<string, unknown> };
}
