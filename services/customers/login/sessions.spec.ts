import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type SessionStore,
  SessionsUnavailable,
  type StoredSession,
} from '../../../infra/sessions/session-store.js';
import { EVERYBODY } from '../testing/people.js';
import { Sessions } from './sessions.js';

const USER = { userId: 'u1', role: 'user', credentialEpoch: 0 } as const;

/** Session store that answers look-ups when the test says so. */
class SlowStore implements SessionStore {
  readonly shared = false;
  readonly stored = new Map<string, StoredSession>();
  readonly answers: (() => void)[] = [];
  isAway = false;
  afterPut: () => Promise<void> = async () => undefined;

  get(id: string): Promise<StoredSession | undefined> {
    const found = this.stored.get(id);
    return new Promise((resolve) => this.answers.push(() => resolve(found)));
  }
  async put(session: StoredSession): Promise<void> {
    if (this.isAway) throw new SessionsUnavailable('away');
    this.stored.set(session.id, session);
    await this.afterPut();
  }
  async seen(): Promise<void> {}
  async proven(): Promise<void> {}
  async delete(id: string): Promise<void> {
    this.stored.delete(id);
  }
  idsOf = (userId: string): string[] =>
    [...this.stored.values()].filter((session) => session.userId === userId).map(({ id }) => id);
  prune = async (): Promise<number> => 0;
  onDeleted(): void {}
}

describe('sessions of a slow store', () => {
  let store: SlowStore;
  let sessions: Sessions;
  /** Process after a restart, with an empty cache. */
  const open = (): Sessions =>
    new Sessions(
      store,
      { sessionKey: Buffer.alloc(32) },
      { SESSION_IDLE: 60_000, SESSION_MAX: 600_000 },
      EVERYBODY,
    );
  const found = async (token: string): Promise<unknown> => {
    const finding = sessions.find(token);
    store.answers.splice(0).forEach((answer) => answer());
    return finding;
  };
  beforeEach(() => {
    store = new SlowStore();
    sessions = open();
  });

  it('end when they began while the clock was ahead, and keep a use of that time no longer', async () => {
    const now = Date.now();
    const { token } = await sessions.start(USER, now + 7_200_000);
    expect(await sessions.find(token, now)).toBeUndefined();
    const other = await sessions.start(USER, now);
    expect(await sessions.find(other.token, now + 30_000)).toBeDefined();
    expect(await sessions.find(other.token, now + 1_000)).toBeDefined();
    expect(await sessions.find(other.token, now + 62_000)).toBeUndefined();
  });

  it('are not cached when they end during a look-up', async () => {
    const { token } = await sessions.start(USER);
    sessions = open();
    const finding = sessions.find(token);
    await sessions.end(token);
    store.answers.splice(0).forEach((answer) => answer());
    await finding;
    expect(await found(token)).toBeUndefined();
  });

  it('end with all others of the person while they are being stored', async () => {
    store.afterPut = () => sessions.endAll(USER.userId);
    const { token } = await sessions.start(USER);
    expect(await found(token)).toBeUndefined();
  });

  it('are not cached when they cannot be stored', async () => {
    store.isAway = true;
    await expect(sessions.start(USER)).rejects.toBeInstanceOf(SessionsUnavailable);
    expect(store.stored.size).toBe(0);
  });
});
