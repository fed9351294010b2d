export type SaveState = 'saved' | 'waiting' | 'failed';

/**
 * Saves a draft 500 ms after the last change. One saving at a time, the newest draft wins, and one saver belongs to one conversation: a late
 * saving can never reach another conversation's draft.
 */
export class DraftSaver<T> {
  private pending: T | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly save: (draft: T) => Promise<unknown>,
    private readonly onState: (state: SaveState) => void = () => undefined,
    private readonly delayMs = 500,
  ) {}

  change(draft: T): void {
    this.pending = draft;
    this.onState('waiting');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), this.delayMs);
  }

  /** Saves what waits now, and resolves when nothing is left to save. A failed saving keeps its draft for the next change or flush. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    while (this.running !== undefined) await this.running;
    if (this.pending === undefined) return;
    this.running = this.saveOnce(this.pending).finally(() => (this.running = undefined));
    await this.running;
  }

  /** The draft that is not saved yet, taken out: for the last request of a page that goes away, or because it was sent. */
  take(): T | undefined {
    clearTimeout(this.timer);
    const draft = this.pending;
    this.pending = undefined;
    return draft;
  }

  private async saveOnce(draft: T): Promise<void> {
    this.pending = undefined;
    try {
      await this.save(draft);
      if (this.pending === undefined) this.onState('saved');
    } catch {
      this.pending ??= draft;
      this.onState('failed');
    }
  }
}
