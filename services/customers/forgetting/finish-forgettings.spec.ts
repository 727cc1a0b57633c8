import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { StoreUnavailable } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { nowMs } from '../../../infra/host/clock.js';
import { inVirtualTime } from '../../../infra/simulation/testing/virtual-time.js';
import { until } from '../../../infra/testing/until.js';
import { finishForgettings } from './finish-forgettings.js';
import { FORGETTINGS_STREAM } from '../user.events.js';
import { Forgettings } from './forgettings.js';

const LEFT_ALONE_MS = 60_000;

let toRealTime: () => void;
let closing: AbortController;
let store: MemoryEventStore;
let forgotten: { userId: string; afterMs: number }[];
let faults: unknown[];

beforeEach(() => {
  toRealTime = inVirtualTime();
  closing = new AbortController();
  [store, forgotten, faults] = [new MemoryEventStore(), [], []];
});
afterEach(() => {
  closing.abort();
  toRealTime();
});

/** Starts a process in which the first `failures` erasures fail. */
function serve(failures = 0): void {
  const forgettings = new Forgettings(store);
  const startedMs = nowMs();
  let left = failures;
  const forget = async (userId: string): Promise<{ userId: string; available: bigint }> => {
    left -= 1;
    if (left >= 0) throw new StoreUnavailable('away');
    await forgettings.finish(userId, systemContext());
    forgotten.push({ userId, afterMs: nowMs() - startedMs });
    return { userId, available: 0n };
  };
  const onFault = (error: unknown): void => void faults.push(error);
  void finishForgettings({ forgettings, person: { forget }, signal: closing.signal, onFault });
}

const began = async (...users: string[]): Promise<void> => {
  const elsewhere = new Forgettings(store);
  for (const userId of users) await elsewhere.begin(userId, systemContext());
};
const types = async (): Promise<string[]> =>
  (await store.readStream(FORGETTINGS_STREAM)).map(({ type, data }) => `${type} ${String(data['userId'])}`);

describe('a serving process', () => {
  it('finishes an erasure that another process began, after leaving it alone for a minute', async () => {
    await began('ada', 'bola');
    serve();
    await until(() => forgotten.length === 2);
    expect(forgotten.map(({ userId }) => userId)).toEqual(['ada', 'bola']);
    expect(forgotten[0]!.afterMs).toBeGreaterThanOrEqual(LEFT_ALONE_MS);
    expect(await types()).toEqual([
      'ForgettingBegun ada',
      'ForgettingBegun bola',
      'ForgettingFinished ada',
      'ForgettingFinished bola',
    ]);
  });

  it('retries after a failure and reports it', async () => {
    await began('ada');
    serve(3);
    await until(() => forgotten.length === 1);
    expect(faults).toEqual([1, 2, 3].map(() => expect.any(StoreUnavailable)));
  });

  it('notices an erasure begun while it runs, and ignores a finished one', async () => {
    serve();
    const elsewhere = new Forgettings(store);
    await elsewhere.begin('ada', systemContext());
    await elsewhere.finish('ada', systemContext());
    await elsewhere.begin('bola', systemContext());
    await until(() => forgotten.length > 0);
    expect(forgotten.map(({ userId }) => userId)).toEqual(['bola']);
  });
});

describe('forgettings', () => {
  it('count as left behind when they began by a clock that was ahead', async () => {
    const hourAhead = { ...systemContext(), now: new Date(nowMs() + 3_600_000) };
    await new Forgettings(store).begin('ada', hourAhead);
    expect(await new Forgettings(store).unfinished(nowMs() - LEFT_ALONE_MS)).toEqual(['ada']);
  });

  it('are noted once when several processes begin or finish at the same moment', async () => {
    const many = [1, 2, 3].map(() => new Forgettings(store));
    await Promise.all(many.map((one) => one.begin('ada', systemContext())));
    expect(await types()).toEqual(['ForgettingBegun ada']);
    await Promise.all(many.map((one) => one.finish('ada', systemContext())));
    expect(await types()).toEqual(['ForgettingBegun ada', 'ForgettingFinished ada']);
    expect(await many[0]!.unfinished(Infinity)).toEqual([]);
  });
});
