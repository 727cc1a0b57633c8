import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Heartbeat } from './heartbeat.js';

const EVERY_MS = 300;
const PERIODS = 20;

/** Log with the subscriptions of several processes. Events reach each subscription that is not dead. */
class QuietLog {
  written = 0;
  bounded = 0;
  refusing = false;
  readonly declaredDead: string[] = [];
  private readonly followed: { readonly name: string; lastSign: number; dead: boolean }[] = [];

  /** Starts the `Heartbeat` of a process. */
  join(name: string, dead = false): Heartbeat {
    const one = { name, lastSign: performance.now(), dead };
    this.followed.push(one);
    const connection = {
      append: async () => {
        if (this.refusing) throw new Error('away');
        this.written += 1;
        this.comes();
        return 'stored' as const;
      },
      keepNewest: async () => void (this.bounded += 1),
    };
    const heartbeat = new Heartbeat(connection, 'heartbeat', EVERY_MS, { warn: () => undefined });
    heartbeat.start({
      get lastSign() {
        return one.lastSign;
      },
      declareDead: () => void this.declaredDead.push(name),
    });
    return heartbeat;
  }

  /** Delivers an event to all live subscriptions. */
  comes(): void {
    for (const one of this.followed) if (!one.dead) one.lastSign = performance.now();
  }
}

let log: QuietLog;
beforeEach(() => {
  jest.useFakeTimers();
  log = new QuietLog();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Processes start at different moments. */
async function startThree(): Promise<void> {
  for (const name of ['one', 'two', 'three']) {
    log.join(name);
    await jest.advanceTimersByTimeAsync(EVERY_MS / 7);
  }
}

it('writes no heartbeat while events arrive', async () => {
  await startThree();
  for (let left = PERIODS; left > 0; left -= 1) {
    log.comes();
    await jest.advanceTimersByTimeAsync(EVERY_MS - 1);
  }
  expect(log.written).toBe(0);
});

it('writes one heartbeat for all processes when the log is quiet', async () => {
  await startThree();
  await jest.advanceTimersByTimeAsync(PERIODS * EVERY_MS);
  // Between one heartbeat per two periods and one per period.
  expect(log.written).toBeGreaterThanOrEqual(PERIODS / 2 - 1);
  expect(log.written).toBeLessThanOrEqual(PERIODS);
  expect(log.bounded).toBeLessThanOrEqual(3);
  expect(log.declaredDead).toEqual([]);
});

it('declares a subscription dead within three periods without a heartbeat', async () => {
  log.join('dead', true);
  await jest.advanceTimersByTimeAsync(3 * EVERY_MS);
  expect(log.declaredDead).toEqual(['dead']);
});

it('reports refused heartbeats until one is accepted', async () => {
  const heartbeat = log.join('one');
  log.refusing = true;
  expect(heartbeat.answered).toBe(true);
  await jest.advanceTimersByTimeAsync(3 * EVERY_MS);
  expect(heartbeat.answered).toBe(false);
  log.refusing = false;
  await jest.advanceTimersByTimeAsync(3 * EVERY_MS);
  expect(heartbeat.answered).toBe(true);
});
