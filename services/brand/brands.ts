import { Inject, Injectable } from '@nestjs/common';
import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  type EventStore,
  NO_STREAM,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import { monotonicMs } from '../../infra/host/clock.js';
import type { Brand } from '../contracts/brand/brand.js';
import { type BrandCommand, type BrandState, decide, evolve, UNBRANDED } from './brand.decider.js';
import { BRAND_STREAM, brandEvent } from './brand.events.js';

/** Milliseconds between two reads of the brand, for a store without `changesLike`. */
const LOOK_EVERY_MS = 500;
/**
 * When the last read is older than these milliseconds, a caller waits for a new read instead of getting the old
 * brand.
 */
const OLD_MS = 10_000;

export type BrandStore = Pick<EventStore, 'readStream' | 'changesLike'>;

async function load(
  store: BrandStore,
): Promise<StreamHead & { readonly state: BrandState; readonly ids: ReadonlySet<string> }> {
  const events = await store.readStream(BRAND_STREAM);
  const { revision, hash } = events.at(-1) ?? NO_STREAM;
  let state = UNBRANDED;
  for (const event of events) {
    const known = brandEvent(event);
    if (known) state = evolve(state, known);
  }
  return { revision, hash, state, ids: new Set(events.map(({ id }) => id)) };
}

/**
 * Changes the brand. A second command with the same `id` stores nothing.
 * @param id id of the event. Default: random
 * @throws RuleBroken STALE_EDIT, VALIDATION_FAILED
 */
export async function changeBrand(
  store: BrandStore & Pick<EventStore, 'append'>,
  command: BrandCommand,
  context: EventContext,
  id?: string,
): Promise<void> {
  await decideAndAppend(store, {
    stream: BRAND_STREAM,
    load: () => load(store),
    decide: ({ state, ids }) =>
      id !== undefined && ids.has(id)
        ? []
        : decide(command, state).map(({ type, data }) => ({
            ...fact<string, object>(type, data, context),
            ...(id !== undefined && { id }),
          })),
  });
}

/** Brand of this installation. Reads the log only when the brand may have changed. */
@Injectable()
export class Brands {
  private state = UNBRANDED;
  private changes: number | undefined;
  private lookedAtMs = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(@Inject(EVENT_STORE) private readonly store: BrandStore) {}

  /**
   * Returns the newest known brand. When the store fails, this is the brand of the last read. A store without
   * `changesLike` may be slow, so a caller waits for it only after `OLD_MS`.
   */
  async current(): Promise<Brand> {
    const isOld = monotonicMs() - this.lookedAtMs > OLD_MS;
    const looked = this.look().catch(() => undefined);
    if (isOld || this.store.changesLike?.(BRAND_STREAM) !== undefined) await looked;
    return this.state.brand;
  }

  /** Reads the newest brand and its version from the log, for an edit form. */
  async newest(): Promise<BrandState> {
    await this.reading?.catch(() => undefined);
    await this.read();
    return this.state;
  }

  private async look(): Promise<void> {
    const changes = this.store.changesLike?.(BRAND_STREAM);
    const isNews =
      changes === undefined ? monotonicMs() - this.lookedAtMs >= LOOK_EVERY_MS : changes !== this.changes;
    if (!isNews) return;
    try {
      // Let a running read end, and then read again. The running read may have begun before the newest change.
      if (changes !== undefined) await this.reading?.catch(() => undefined);
      await this.read();
      this.changes = changes;
    } finally {
      this.lookedAtMs = monotonicMs();
    }
  }

  private read(): Promise<void> {
    this.reading ??= load(this.store)
      .then(({ state }) => void (this.state = state))
      .finally(() => (this.reading = undefined));
    return this.reading;
  }
}
