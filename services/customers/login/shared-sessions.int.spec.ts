import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  SessionsUnavailable,
  type SessionStore,
  type StoredSession,
} from '../../../infra/sessions/session-store.js';
import { Pins } from '../pin/pins.js';
import { EVERYBODY } from '../testing/people.js';
import { Sessions } from './sessions.js';

const USER = { userId: 'u1', role: 'user', credentialEpoch: 0 } as const;
const MINUTE = 60_000;

class SharedStore implements SessionStore {
  readonly shared = true;
  readonly stored = new Map<string, StoredSession>();
  away = false;
  seen = async (id: string, lastSeenAt: number): Promise<void> => {
    const session = this.stored.get(id);
    if (session) this.stored.set(id, { ...session, lastSeenAt });
  };
  proven = async (id: string, provenAt: number): Promise<void> => {
    const session = this.stored.get(id);
    if (session) this.stored.set(id, { ...session, provenAt });
  };

  async get(id: string): Promise<StoredSession | undefined> {
    if (this.away) throw new SessionsUnavailable();
    return this.stored.get(id);
  }
  async put(session: StoredSession): Promise<void> {
    this.stored.set(session.id, session);
  }
  async delete(id: string): Promise<void> {
    this.stored.delete(id);
  }
  async idsOf(userId: string): Promise<string[]> {
    return [...this.stored.values()].filter((session) => session.userId === userId).map(({ id }) => id);
  }
  prune = async (): Promise<number> => 0;
  onDeleted = (): void => undefined;
}

describe('sessions shared by several processes', () => {
  let store: SharedStore;
  let one: Sessions;
  let two: Sessions;
  beforeEach(() => {
    store = new SharedStore();
    const settings = { SESSION_IDLE: 30 * MINUTE, SESSION_MAX: 480 * MINUTE };
    const secrets = { sessionKey: Buffer.alloc(32, 1) };
    const open = () => new Sessions(store, secrets, settings, EVERYBODY);
    [one, two] = [open(), open()];
  });

  it('are found by every process until one ends them', async () => {
    const { token, session } = await one.start(USER);
    expect(await one.find(token)).toMatchObject({ id: session.id, userId: 'u1' });
    expect(await two.find(token)).toMatchObject({ id: session.id });
    await two.end(token);
    expect([await one.find(token), await two.find(token)]).toEqual([undefined, undefined]);
    expect([await one.isAlive(session), await two.isAlive(session)]).toEqual([false, false]);
  });

  it('are proven from the sign-in on, and in every process from a later proof on', async () => {
    const { token, session } = await one.start(USER, 1_000);
    expect(await two.find(token, 2_000)).toMatchObject({ provenAt: 1_000 });
    await one.noteProof(session, 3_000);
    expect([await one.find(token, 4_000), await two.find(token, 4_000)]).toMatchObject([
      { provenAt: 3_000 },
      { provenAt: 3_000 },
    ]);
  });

  it('are kept alive by use in any process, and end without use', async () => {
    const { token } = await one.start(USER, 0);
    expect(await one.find(token, 29 * MINUTE)).toBeDefined();
    expect(await two.find(token, 58 * MINUTE)).toBeDefined();
    expect(await one.find(token, 89 * MINUTE)).toBeUndefined();
    expect(store.stored.size).toBe(0);
  });

  it('end after SESSION_MAX, used or not', async () => {
    const { token } = await one.start(USER, 0);
    for (let at = 0; at <= 480; at += 20) expect(await two.find(token, at * MINUTE)).toBeDefined();
    expect(await two.find(token, 481 * MINUTE)).toBeUndefined();
  });

  it('accept the anti-forgery token of another process', async () => {
    const { token, csrfToken, accessToken } = await one.start(USER);
    const session = (await two.find(token))!;
    expect([two.verifyCsrf(session, csrfToken), two.verifyAccessToken(session, accessToken)]).toEqual([
      true,
      true,
    ]);
    expect(two.verifyCsrf(session, accessToken)).toBe(false);
  });

  it('are neither found nor ended while the store is away', async () => {
    const { token, session } = await one.start(USER);
    store.away = true;
    await expect(one.find(token)).rejects.toThrow(SessionsUnavailable);
    await expect(one.isAlive(session)).rejects.toThrow(SessionsUnavailable);
    store.away = false;
    expect(await one.find(token)).toBeDefined();
  });
});

describe('a PIN whose tries are in a shared store', () => {
  it('is neither right nor wrong while the store is away', async () => {
    const tries = {
      judge: () => Promise.reject(new SessionsUnavailable()),
      lockedUntil: async () => undefined,
      clear: async () => undefined,
    };
    const pins = new Pins(
      { pinPepper: Buffer.alloc(32, 1) },
      tries,
      { PIN_ATTEMPTS_MAX: 3 },
      { note: async () => undefined },
    );
    const user = { userId: 'u1', pinMac: pins.mac('u1', '4826') };
    await expect(pins.check(user, '4826')).rejects.toThrow(SessionsUnavailable);
  });

  it('is refused when another process locked it first, right or not', async () => {
    const tries = {
      judge: async () => ({ outcome: 'locked', until: 1 }) as const,
      lockedUntil: async () => undefined,
      clear: async () => undefined,
    };
    const pins = new Pins(
      { pinPepper: Buffer.alloc(32, 1) },
      tries,
      { PIN_ATTEMPTS_MAX: 3 },
      { note: async () => undefined },
    );
    const user = { userId: 'u1', pinMac: pins.mac('u1', '4826') };
    await expect(pins.check(user, '4826')).rejects.toMatchObject({ code: 'PIN_LOCKED' });
  });
});
