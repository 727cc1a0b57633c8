import { describe, expect, it } from '@jest/globals';
import { EmbeddedCounters } from './open-lmdb-sessions.js';

/** Storage whose writes end, and can be read, when the test calls for it. */
function slowStorage() {
  const stored = new Map<string, number>();
  const writes: { succeed(): void; fail(): void }[] = [];
  const counters = new EmbeddedCounters({
    get: (subject) => stored.get(subject),
    put: (subject, counter) =>
      new Promise<void>((resolve, reject) => {
        writes.push({
          succeed: () => {
            stored.set(subject, counter);
            resolve();
          },
          fail: () => reject(new Error('disk full')),
        });
      }),
  });
  return { counters, writes };
}

describe('a counter of the only process', () => {
  it('accepts a number again after its write failed', async () => {
    const { counters, writes } = slowStorage();
    const failed = counters.advance('key', 5);
    writes[0]!.fail();
    await expect(failed).rejects.toThrow('disk full');
    const again = counters.advance('key', 5);
    writes[1]?.succeed();
    expect(await again).toBe(true);
  });

  it('refuses a number still being written after a lower one was stored', async () => {
    const { counters, writes } = slowStorage();
    const lower = counters.advance('key', 5);
    const higher = counters.advance('key', 6);
    writes[0]!.succeed();
    expect(await lower).toBe(true);
    const repeated = counters.advance('key', 6);
    for (const write of writes.slice(1)) write.succeed();
    expect([await higher, await repeated]).toEqual([true, false]);
  });
});
