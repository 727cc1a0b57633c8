import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  UNTIL_CLEARED,
  type CounterStore,
  type SessionStore,
  type StoredSession,
  type TriesStore,
  type Verdict,
} from '../session-store.js';
import { until } from '../../testing/until.js';

/** Stores for one test; `open` after `close` reopens the same data. */
export interface OpenSessions {
  readonly sessions: SessionStore;
  readonly tries: TriesStore;
  readonly counters: CounterStore;
  close(): Promise<void>;
}

export interface SessionsUnderTest {
  /** Each call opens the same data. */
  open(): OpenSessions | Promise<OpenSessions>;
  end(): void | Promise<void>;
}

const session = (id: string, userId: string, at = 1_000): StoredSession => ({
  id,
  userId,
  role: 'user',
  startedAt: at,
  lastSeenAt: at,
});

const RULE = { max: 3, locksMs: [5_000, 60_000] };
const PASSED: Verdict = { outcome: 'passed' };

/** Contract of every store of sessions, tries and counters. */
export function describeSessionStores(
  name: string,
  begin: () => SessionsUnderTest | Promise<SessionsUnderTest>,
): void {
  describe(`sessions: ${name}`, () => {
    let data: SessionsUnderTest;
    let stores: OpenSessions;
    beforeEach(async () => {
      data = await begin();
      stores = await data.open();
    });
    afterEach(async () => {
      await stores.close();
      await data.end();
    });
    const reopen = async (): Promise<void> => {
      await stores.close();
      stores = await data.open();
    };
    const idsOf = async (userId: string): Promise<string[]> => (await stores.sessions.idsOf(userId)).sort();
    const judge = async (right: boolean, now: number, subject = 'u1'): Promise<Verdict> =>
      stores.tries.judge(subject, right, RULE, now);

    it('keeps sessions after a restart', async () => {
      expect(await stores.sessions.get('s1')).toBeUndefined();
      await stores.sessions.put(session('s1', 'u1'));
      const rest = { epoch: 3, origin: 'sealed', provenAt: 1_500 };
      await stores.sessions.put({ ...session('s2', 'u1'), ...rest });
      await stores.sessions.seen('s1', 2_000);
      await stores.sessions.proven('s1', 3_000);
      await reopen();
      const used = { lastSeenAt: 2_000, provenAt: 3_000 };
      expect(await stores.sessions.get('s1')).toEqual({ ...session('s1', 'u1'), ...used });
      expect(await stores.sessions.get('s2')).toEqual({ ...session('s2', 'u1'), ...rest });
    });

    it('finds the sessions of a person, without those of similar ids', async () => {
      await Promise.all(
        [session('s1', 'u1'), session('s2', 'u1'), session('s3', 'u10')].map((one) =>
          stores.sessions.put(one),
        ),
      );
      expect(await idsOf('u1')).toEqual(['s1', 's2']);
      expect(await idsOf('u')).toEqual([]);
    });

    it('deletes sessions for good, even twice', async () => {
      await stores.sessions.put(session('s1', 'u1'));
      await stores.sessions.delete('s1');
      await stores.sessions.delete('s1');
      await reopen();
      expect([await stores.sessions.get('s1'), await idsOf('u1')]).toEqual([undefined, []]);
    });

    it('does not revive a deleted session when its use is noted', async () => {
      await stores.sessions.put(session('s1', 'u1'));
      const ended = stores.sessions.delete('s1');
      await Promise.all([ended, stores.sessions.seen('s1', 2_000), stores.sessions.proven('s1', 2_000)]);
      await stores.sessions.seen('s1', 3_000);
      await stores.sessions.proven('s1', 3_000);
      expect([await stores.sessions.get('s1'), await idsOf('u1')]).toEqual([undefined, []]);
    });

    it('tells listeners that a session has ended', async () => {
      const told: string[] = [];
      stores.sessions.onDeleted((id) => told.push(id));
      await stores.sessions.put(session('s1', 'u1'));
      await stores.sessions.put(session('s2', 'u1'));
      await stores.sessions.delete('s2');
      await until(() => told.length > 0, 'it is told');
      expect(told).toEqual(['s2']);
    });

    it('prunes only unused and old sessions', async () => {
      await stores.sessions.put({ ...session('unused', 'u1', 5_000), lastSeenAt: 5_500 });
      await stores.sessions.put({ ...session('old', 'u1', 1_000), lastSeenAt: 9_000 });
      await stores.sessions.put(session('used', 'u1', 5_000));
      await stores.sessions.seen('used', 9_000);
      expect(await stores.sessions.prune(6_000, 2_000)).toBe(2);
      expect(await idsOf('u1')).toEqual(['used']);
      expect(await stores.sessions.get('old')).toBeUndefined();
    });

    it('locks after too many wrong tries, and a right try does not unlock early', async () => {
      expect(await judge(true, 1_000)).toEqual(PASSED);
      expect(await judge(false, 1_000)).toEqual({ outcome: 'wrong', left: 2 });
      expect(await judge(false, 1_000)).toEqual({ outcome: 'wrong', left: 1 });
      expect(await judge(false, 1_000)).toEqual({ outcome: 'locked', until: 6_000 });
      expect(await judge(true, 5_999)).toEqual({ outcome: 'locked', until: 6_000 });
      expect(await judge(true, 1_000, 'u10')).toEqual(PASSED);
      expect(await judge(true, 6_000)).toEqual(PASSED);
      expect(await judge(false, 6_000)).toEqual({ outcome: 'wrong', left: 2 });
    });

    it('locks for longer each time, then until cleared, even after a restart', async () => {
      const untilLocked = async (now: number): Promise<Verdict> => {
        await judge(false, now);
        await judge(false, now);
        return judge(false, now);
      };
      expect(await untilLocked(1_000)).toEqual({ outcome: 'locked', until: 6_000 });
      expect([
        await stores.tries.lockedUntil('u1', RULE, 5_999),
        await stores.tries.lockedUntil('u1', RULE, 6_000),
      ]).toEqual([6_000, undefined]);
      expect(await untilLocked(6_000)).toEqual({ outcome: 'locked', until: 66_000 });
      await reopen();
      expect(await untilLocked(66_000)).toEqual({ outcome: 'locked', until: UNTIL_CLEARED });
      expect(await judge(true, 1e15)).toEqual({ outcome: 'locked', until: UNTIL_CLEARED });
      expect(await stores.tries.lockedUntil('u1', RULE, 1e15)).toBe(UNTIL_CLEARED);
      await stores.tries.clear('u1');
      expect(await stores.tries.lockedUntil('u1', RULE, 1_000)).toBeUndefined();
      expect(await untilLocked(1_000)).toEqual({ outcome: 'locked', until: 6_000 });
      expect(await judge(true, 6_000)).toEqual(PASSED);
      expect(await untilLocked(7_000)).toEqual({ outcome: 'locked', until: 12_000 });
    });

    it('ends a record after the time of its rule, also a lock until cleared', async () => {
      const rule = { max: 1, locksMs: [], keepMs: 100 };
      const now = Date.now();
      const locked = { outcome: 'locked', until: UNTIL_CLEARED };
      expect(await stores.tries.judge('u1', false, rule, now)).toEqual(locked);
      expect(await stores.tries.judge('u2', false, { ...rule, keepMs: 900_000 }, now)).toEqual(locked);
      await reopen();
      await until(async () => (await stores.tries.lockedUntil('u1', rule, Date.now())) === undefined);
      expect(await stores.tries.judge('u1', true, rule, Date.now())).toEqual(PASSED);
      expect(await stores.tries.judge('u2', true, rule, now)).toEqual(locked);
    });

    it('shortens a lock of a clock that was ahead to the length of the lock, even after a restart', async () => {
      const ahead = 7_200_000;
      for (let tries = 0; tries < 3; tries += 1) await judge(false, ahead);
      expect(await stores.tries.lockedUntil('u1', RULE, 1_000)).toBe(6_000);
      await reopen();
      expect(await judge(true, 2_000)).toEqual({ outcome: 'locked', until: 6_000 });
      expect(await judge(true, 6_000)).toEqual(PASSED);
      for (let tries = 0; tries < 3; tries += 1) await judge(false, ahead, 'u2');
      expect(await judge(true, 1_000, 'u2')).toEqual({ outcome: 'locked', until: 6_000 });
      expect(await judge(true, 6_000, 'u2')).toEqual(PASSED);
    });

    it('keeps a session with or without a password number', async () => {
      await stores.sessions.put({ ...session('s1', 'u1'), epoch: 3 });
      await stores.sessions.put(session('s2', 'u1'));
      await reopen();
      expect(await stores.sessions.get('s1')).toEqual({ ...session('s1', 'u1'), epoch: 3 });
      expect(await stores.sessions.get('s2')).toEqual(session('s2', 'u1'));
    });

    it('resets wrong tries after a right one and on clear', async () => {
      for (const forget of [() => judge(true, 1_000), () => stores.tries.clear('u1')]) {
        await judge(false, 1_000);
        await judge(false, 1_000);
        await forget();
        expect(await judge(false, 1_000)).toEqual({ outcome: 'wrong', left: 2 });
        await stores.tries.clear('u1');
      }
      for (let tries = 0; tries < 3; tries += 1) await judge(false, 1_000);
      await stores.tries.clear('u1');
      expect(await judge(true, 1_000)).toEqual(PASSED);
    });

    it('accepts only increasing numbers, even after a restart', async () => {
      const { counters } = stores;
      expect(await counters.advance('k1', 0)).toBe(true);
      expect(await counters.advance('k1', 7)).toBe(true);
      expect([
        await counters.advance('k1', 7),
        await counters.advance('k1', 6),
        await counters.advance('k1', 0),
      ]).toEqual([false, false, false]);
      await reopen();
      expect(await stores.counters.advance('k1', 7)).toBe(false);
      expect(await stores.counters.advance('k2', 1)).toBe(true);
      expect(await stores.counters.advance('k1', 8)).toBe(true);
    });

    it('accepts a number once from concurrent callers', async () => {
      const crowd = Array.from({ length: 20 }, () => stores.counters.advance('k1', 5));
      expect((await Promise.all(crowd)).filter(Boolean)).toHaveLength(1);
    });

    it('gives concurrent tries no more answers than allowed', async () => {
      const crowd = Array.from({ length: 40 }, (_, index) => judge(index === 30, 1_000));
      const outcomes = (await Promise.all(crowd)).map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(2);
      expect(outcomes.filter((outcome) => outcome === 'locked')).toHaveLength(38);
    });

    it('keeps wrong tries and locks after a restart', async () => {
      await judge(false, 1_000);
      for (let tries = 0; tries < 3; tries += 1) await judge(false, 1_000, 'u2');
      await reopen();
      expect(await judge(false, 1_000)).toEqual({ outcome: 'wrong', left: 1 });
      expect(await judge(true, 1_000, 'u2')).toEqual({ outcome: 'locked', until: 6_000 });
    });
  });
}
