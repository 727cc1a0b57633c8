import { LRUCache } from 'lru-cache';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import { userStream, userEvent } from '../customers/user.events.js';
import { foldUser, type User } from '../customers/user.state.js';

const KNOWN_MAX = 2_000;

/** People as the log tells them to somebody who follows all of it: whoever changes is read again. */
export class KnownPeople {
  /** With something that was sealed for them, which nobody can open once they are forgotten. */
  private readonly known = new LRUCache<string, { readonly user: User; readonly sealed: string }>({
    max: KNOWN_MAX,
  });

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
    // The key goes before the last fact of a person, which may be heard of later.
    if (known) return this.vault.open(userId, known.sealed) && known.user;
    const events = await this.store.readStream(userStream(userId));
    const user = foldUser(events.map(userEvent), (sealed) => this.vault.open(userId, sealed));
    const sealed = events.find(({ data }) => typeof data['sealed'] === 'string')?.data['sealed'];
    if (user && typeof sealed === 'string') this.known.set(userId, { user, sealed });
    return user;
  }
}
