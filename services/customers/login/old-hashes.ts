import { Inject, Injectable } from '@nestjs/common';
import { decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore, NO_STREAM } from '../../../infra/event-store/event-store.js';
import { OLD_HASHES_STREAM, oldHashesEvent } from '../user.events.js';

@Injectable()
export class OldHashes {
  constructor(@Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'append' | 'readStream'>) {}

  async kinds(): Promise<readonly string[]> {
    return (await this.load()).kinds;
  }

  /**
   * Stores kinds of password hashes from older systems. Call before storing a customer with such a hash.
   * Each login checks all stored kinds, so that its duration does not reveal the customer's kind.
   */
  async admit(kinds: readonly string[], context: EventContext): Promise<void> {
    await decideAndAppend(this.store, {
      stream: OLD_HASHES_STREAM,
      load: () => this.load(),
      decide: ({ kinds: known }) => {
        const all = [...new Set([...known, ...kinds])].toSorted();
        return all.length === known.length ? [] : [fact('OldHashesAdmitted', { kinds: all }, context)];
      },
    });
  }

  private async load() {
    const [last] = await this.store.readStream(OLD_HASHES_STREAM, { direction: 'backwards', limit: 1 });
    const { revision, hash } = last ?? NO_STREAM;
    return { revision, hash, kinds: (last && oldHashesEvent(last)?.data.kinds) ?? [] };
  }
}
