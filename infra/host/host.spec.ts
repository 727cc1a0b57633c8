import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { randomBytes, randomInt, randomUUID } from './chance.js';
import { monotonicMs, now, nowMs } from './clock.js';
import { type Host, replaceHost } from './host.js';
import { breathe, sleep } from './timers.js';

const restored: (() => void)[] = [];
afterEach(() => restored.splice(0).forEach((restore) => restore()));

/** A host whose time passes only by waiting, and which draws the given numbers. */
function simulated(drawn: readonly number[] = []): void {
  let ms = 1_000;
  const numbers = [...drawn];
  const due = (callback: () => void, after: number) => {
    let cancelled = false;
    queueMicrotask(() => {
      if (cancelled) return;
      ms += after;
      callback();
    });
    const timer = { unref: () => timer, cancel: () => void (cancelled = true) };
    return timer;
  };
  const host: Host = {
    nowMs: () => ms,
    monotonicMs: () => ms - 1_000,
    startTimer: due,
    startRepeating: due,
    nextTurn: (callback) => void due(callback, 0),
    randomBytes(size) {
      const bytes = Buffer.alloc(size);
      bytes.writeUInt32BE(numbers.shift() ?? 0);
      return bytes;
    },
    randomUuid: () => 'drawn',
  };
  restored.push(replaceHost(host));
}

it('uses the current host, and the previous one after it is restored', async () => {
  simulated();
  expect([nowMs(), now(), monotonicMs(), randomUUID()]).toEqual([1_000, new Date(1_000), 0, 'drawn']);
  await sleep(60_000);
  await breathe();
  expect(monotonicMs()).toBe(60_000);
  restored.pop()!();
  expect(nowMs()).toBeGreaterThan(60_000_000);
  expect(randomUUID()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
});

it("reads Node's clock at each call, so that tests can replace it", () => {
  jest.useFakeTimers({ now: 5_000 });
  restored.push(() => void jest.useRealTimers());
  const began = monotonicMs();
  jest.advanceTimersByTime(250);
  expect([nowMs(), now().getTime(), monotonicMs() - began]).toEqual([5_250, 5_250, 250]);
});

describe('chance', () => {
  it('returns as many bytes as requested, without repeats', () => {
    const drawn = Array.from({ length: 5_000 }, () => randomBytes(12));
    const texts = new Set(drawn.map((bytes) => bytes.toString('hex')));
    expect(drawn.every(({ length }) => length === 12)).toBe(true);
    expect(texts.size).toBe(5_000);
    expect([0, 1, 16, 17, 32].map((size) => randomBytes(size).length)).toEqual([0, 1, 16, 17, 32]);
  });

  it('draws every integer below the limit, and no other', () => {
    const drawn = new Set(Array.from({ length: 2_000 }, () => randomInt(7)));
    expect([...drawn].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('draws again when a value would make small numbers likelier', () => {
    const limit = 3_000_000_000;
    simulated([limit - 1, limit, 2 ** 32 - 1, 7]);
    expect([randomInt(limit), randomInt(limit)]).toEqual([limit - 1, 7]);
    simulated([2 ** 32 - 1]);
    expect(randomInt(2 ** 32)).toBe(2 ** 32 - 1);
  });
});
