import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SessionStore, StoredSession, TriesStore } from '../session-store.js';

/** What a test of the contract opens: again on the same data after `close`. */
export interface OpenSessions {
  readonly sessions: SessionStore;
  readonly tries: TriesStore;
  close(): Promise<void>;
}

const session = (id: string, userId: string, at = 1_000): StoredSession => ({
  ...{ id, userId, role: 'user', startedAt: at, lastSeenAt: at },
});

/** What every store of sessions and wrong tries must do. `open` opens the same data each time within one test. */
export function describeSessionStores(
  name: string,
  begin: () => { open: () => OpenSessions; end: () => void },
): void {
  describe(name, () => {
    let data: ReturnType<typeof begin>;
    let stores: OpenSessions;
    beforeEach(() => {
      data = begin();
      stores = data.open();
    });
    afterEach(async () => {
      await stores.close();
      data.end();
    });
    const reopen = async (): Promise<void> => {
      await stores.close();
      stores = data.open();
    };

    it('keeps sessions over a restart', async () => {
      expect(stores.sessions.get('s1')).toBeUndefined();
      await stores.sessions.put(session('s1', 'u1'));
      await stores.sessions.put({ ...session('s1', 'u1'), lastSeenAt: 2_000 });
      await reopen();
      expect(stores.sessions.get('s1')).toEqual({ ...session('s1', 'u1'), lastSeenAt: 2_000 });
    });

    it('knows the sessions of a person, and of nobody with a similar id', async () => {
      await Promise.all(
        [session('s1', 'u1'), session('s2', 'u1'), session('s3', 'u10')].map((one) =>
          stores.sessions.put(one),
        ),
      );
      expect(stores.sessions.idsOf('u1').sort()).toEqual(['s1', 's2']);
      expect(stores.sessions.idsOf('u')).toEqual([]);
    });

    it('deletes, for good, and more than once', async () => {
      await stores.sessions.put(session('s1', 'u1'));
      await stores.sessions.delete('s1');
      await stores.sessions.delete('s1');
      await reopen();
      expect([stores.sessions.get('s1'), stores.sessions.idsOf('u1')]).toEqual([undefined, []]);
    });

    it('prunes what is unused and what is old, and nothing else', async () => {
      await stores.sessions.put({ ...session('unused', 'u1', 5_000), lastSeenAt: 5_500 });
      await stores.sessions.put({ ...session('old', 'u1', 1_000), lastSeenAt: 9_000 });
      await stores.sessions.put({ ...session('fresh', 'u1', 5_000), lastSeenAt: 9_000 });
      expect(await stores.sessions.prune(6_000, 2_000)).toBe(2);
      expect(stores.sessions.idsOf('u1')).toEqual(['fresh']);
    });

    it('counts wrong tries at once and keeps them over a restart', async () => {
      const stored = stores.tries.set('u1', { wrong: 1, lockedUntil: 0 });
      expect(stores.tries.get('u1')).toEqual({ wrong: 1, lockedUntil: 0 });
      await stored;
      await stores.tries.set('u2', { wrong: 0, lockedUntil: 9_000 });
      await stores.tries.clear('u1');
      await stores.tries.clear('u3');
      await reopen();
      expect([stores.tries.get('u1'), stores.tries.get('u2')]).toEqual([
        undefined,
        { wrong: 0, lockedUntil: 9_000 },
      ]);
    });
  });
}
