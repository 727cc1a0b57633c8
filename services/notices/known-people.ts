import { LRUCache } from 'lru-cache';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import { userStream, userEvent } from '../customers/user.events.js';
import { foldUser, type User } from '../customers/user.state.js';

const KNOWN_MAX = 2_000;

/** Cache of users. The process must pass every event of the log to it. */
export class KnownPeople {
  private readonly known = new LRUCache<string, User>({ max: KNOWN_MAX });

  constructor(
    private readonly store: Pick<EventStore, 'readStream'>,
    private readonly vault: Pick<KeyVault, 'has' | 'loadKeys' | 'open'>,
  ) {}

  /**
   * Drops a user from the cache after an event of this user. Call with every event, before reacting to the
   * event.
   */
  onRecorded({ stream, data }: Pick<RecordedEvent, 'stream' | 'data'>): void {
    const { userId } = data;
    if (typeof userId === 'string' && stream === userStream(userId)) this.known.delete(userId);
  }

  /** Returns undefined when the person is unknown or was erased. */
  async byId(userId: string): Promise<User | undefined> {
    await this.vault.loadKeys([userId]);
    const known = this.known.get(userId);
    // The person's key may already be deleted.
    if (known) return this.vault.has(userId) ? known : undefined;
    const events = await this.store.readStream(userStream(userId));
    const user = foldUser(events.map(userEvent), (sealed) => this.vault.open(userId, sealed));
    if (user && this.vault.has(userId)) this.known.set(userId, user);
    return user;
  }
}
