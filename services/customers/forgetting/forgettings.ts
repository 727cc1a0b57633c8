import { Inject, Injectable } from '@nestjs/common';
import { decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { fact, type EventContext } from '../../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  type EventStore,
  NO_STREAM,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { nowMs } from '../../../infra/host/clock.js';
import { isFromFuture } from '../../contracts/stored-times.js';
import { forgettingEvent, FORGETTINGS_STREAM, type ForgettingEvent } from '../user.events.js';

const PAGE = 500;

@Injectable()
export class Forgettings {
  private head: StreamHead = NO_STREAM;
  private readonly underWay = new Map<string, number>();
  private reading: Promise<void> | undefined;

  constructor(@Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'append' | 'readStream'>) {}

  begin(userId: string, context: EventContext): Promise<void> {
    return this.note('ForgettingBegun', userId, context, () => !this.underWay.has(userId));
  }

  finish(userId: string, context: EventContext): Promise<void> {
    return this.note('ForgettingFinished', userId, context, () => this.underWay.has(userId));
  }

  /** Returns the ids of people whose erasure began before `before` (Unix ms) and is unfinished. */
  async unfinished(before: number): Promise<string[]> {
    await this.catchUp();
    const now = nowMs();
    return [...this.underWay]
      .filter(([, begunAt]) => begunAt < before || isFromFuture(begunAt, now))
      .map(([userId]) => userId);
  }

  private async note(
    type: ForgettingEvent['type'],
    userId: string,
    context: EventContext,
    isNews: () => boolean,
  ): Promise<void> {
    await decideAndAppend(this.store, {
      stream: FORGETTINGS_STREAM,
      load: async () => {
        await this.catchUp();
        return this.head;
      },
      decide: () => (isNews() ? [fact(type, { userId }, context)] : []),
    });
  }

  private catchUp(): Promise<void> {
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async read(): Promise<void> {
    for (let isWhole = false; !isWhole;) {
      const page = await this.store.readStream(FORGETTINGS_STREAM, {
        from: this.head.revision + 1,
        limit: PAGE,
      });
      for (const recorded of page) {
        const event = forgettingEvent(recorded);
        if (event?.type === 'ForgettingBegun') this.underWay.set(event.data.userId, Date.parse(recorded.at));
        if (event?.type === 'ForgettingFinished') this.underWay.delete(event.data.userId);
        this.head = { revision: recorded.revision, hash: recorded.hash };
      }
      isWhole = page.length < PAGE;
    }
  }
}
