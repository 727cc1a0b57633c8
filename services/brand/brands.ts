import { Inject, Injectable } from '@nestjs/common';
import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  type EventStore,
  NO_STREAM,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import type { Brand } from '../contracts/brand/brand.js';
import { type BrandCommand, type BrandState, decide, evolve, UNBRANDED } from './brand.decider.js';
import { BRAND_STREAM, brandEvent } from './brand.events.js';
import { NewestInLog } from './newest-in-log.js';

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
  private readonly log: NewestInLog;

  constructor(@Inject(EVENT_STORE) store: BrandStore) {
    this.log = new NewestInLog(
      store,
      BRAND_STREAM,
      async () => void (this.state = (await load(store)).state),
    );
  }

  /** Returns the newest known brand. When the store fails, this is the brand of the last read. */
  async current(): Promise<Brand> {
    await this.log.current();
    return this.state.brand;
  }

  /** Reads the newest brand and its version from the log, for an edit form. */
  async newest(): Promise<BrandState> {
    await this.log.newest();
    return this.state;
  }
}
