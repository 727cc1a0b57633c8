import { LRUCache } from 'lru-cache';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import { userStream, userEvent } from '../customers/user.events.js';
import { foldUser, type User } from '../customers/user.state.js';

const KNOWN_MAX = 2_000;

/** People as the log tells them to somebody who follows all of it: whoever changes is read again. */
export class KnownPeople {
  private readonly known = new LRUCache<string, User>({ max: KNOWN_MAX });

  constructor(
    private readonly store: Pick<EventStore, 'readStream'>,
    private readonly vault: Pick<KeyVault, 'open' | 'loadKeys'>,
  ) {}

  /** Called with every event, before it is reacted to. */
  onRecorded({ stream, data }: Pick<RecordedEvent, 'stream' | 'data'>): void {
    const { userId } = data;
    if (typeof userId === 'string' && stream === userStream(userId)) this.known.delete(userId);
  }

  /** undefined for nobody, and for who was forgotten. */
  async byId(userId: string): Promise<User | undefined> {
    await this.vault.loadKeys([userId]);
    const known = this.known.get(userId);
    if (known) return known;
    const events = await this.store.readStream(userStream(userId));
    const user = foldUser(events.map(userEvent), (sealed) => this.vault.open(userId, sealed));
    if (user) this.known.set(userId, user);
    return user;
  }
}
