import { setTimeout as sleep } from 'node:timers/promises';
import type { ClosingEvent } from '@parley/contracts';
import type { Response } from 'express';
import type { z } from 'zod';
import type { PersonActor } from '../auth/actor';
import { frame } from './frames';
import type { Position } from './position';

export type ClosingReason = z.output<typeof ClosingEvent>['reason'];

/** What a reader may have unread in our memory before it is taken for gone. */
const unreadBytes = 1024 * 1024;
const drainMs = 20_000;
const goodbyeMs = 1_000;

/** One open stream of one person. `position` is where it stands in the log; while `live` is false the past is still being read for it. */
export class EventStream {
  live = false;
  private ended = false;

  constructor(
    readonly actor: PersonActor,
    readonly conversationId: string | null,
    public position: Position,
    private readonly response: Response,
    private readonly onEnd: (reason: ClosingReason | 'left') => void,
  ) {
    response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
      Connection: 'keep-alive',
    });
    response.flushHeaders();
    response.socket?.setNoDelay(true);
    response.once('close', () => this.finish('left'));
    response.once('error', () => this.finish('left'));
  }

  get isOpen(): boolean {
    return !this.ended;
  }

  /** Writes without waiting. A reader that does not keep up is cut: it comes back with its cursor and loses nothing. */
  send(text: string): void {
    if (this.ended) return;
    this.response.write(text);
    if (this.response.writableLength > unreadBytes) this.close('slow_reader');
  }

  /** For the past, of which there may be much: waits until the reader has taken what was written. */
  async sendAndWait(text: string): Promise<void> {
    if (this.ended) return;
    if (this.response.write(text)) return;
    const drained = new Promise<'drained'>((resolve) => {
      this.response.once('drain', () => resolve('drained'));
      this.response.once('close', () => resolve('drained'));
    });
    const patience = new AbortController();
    const end = await Promise.race([
      drained,
      sleep(drainMs, 'late' as const, { signal: patience.signal, ref: false }).catch(() => 'late' as const),
    ]);
    patience.abort();
    if (end === 'late') this.close('slow_reader');
  }

  close(reason: ClosingReason): void {
    if (this.ended) return;
    this.response.end(frame('closing', { reason }));
    this.finish(reason);
    // A reader that takes nothing would keep the connection for ever.
    setTimeout(() => this.response.destroy(), goodbyeMs).unref();
  }

  private finish(reason: ClosingReason | 'left'): void {
    if (this.ended) return;
    this.ended = true;
    this.onEnd(reason);
  }
}
