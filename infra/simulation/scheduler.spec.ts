import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { now } from '../host/clock.js';
import { randomUUID } from '../host/chance.js';
import { sleep } from '../host/timers.js';
import { LeaseServer } from './lease-server.js';
import { CALM, type Conditions, Network } from './network.js';
import { Scheduler } from './scheduler.js';
import { EPOCH, installHost } from './simulated-host.js';
import { SimulatedProcess } from './simulated-process.js';

let scheduler: Scheduler;
let restore: () => void;
let seen: string[];

beforeEach(() => start(1));
afterEach(() => restore());

function start(seed: number): void {
  scheduler = new Scheduler(seed);
  restore = installHost(scheduler);
  seen = [];
}

const runs = (process: SimulatedProcess, work: () => Promise<void> | void): void =>
  void scheduler.in(0, process, 'work', () => void work());

/** Sleeps a second five times, and records its clock each time. */
const sleeper = (process: SimulatedProcess): void =>
  runs(process, async () => {
    for (let n = 1; n <= 5; n += 1) {
      await sleep(1_000);
      const clockMs = now().getTime() - EPOCH;
      seen.push(
        `${process.name}${n} at ${Math.round(scheduler.now / 100) / 10}, clock ${Math.round(clockMs / 100) / 10}`,
      );
    }
  });

describe('virtual time', () => {
  it('passes as fast as work allows, and each process has its own clock', async () => {
    sleeper(new SimulatedProcess(scheduler, 'a'));
    sleeper(new SimulatedProcess(scheduler, 'b', 60_000));
    await scheduler.runUntil(1_500);
    expect(seen.sort()).toEqual(['a1 at 1, clock 1', 'b1 at 1, clock 61']);
    expect(scheduler.now).toBe(1_500);
  });

  it('stops for a paused process, which does not notice', async () => {
    const process = new SimulatedProcess(scheduler, 'a');
    sleeper(process);
    await scheduler.runUntil(1_500);
    process.pause(10_000);
    await scheduler.runUntil(12_000);
    expect(seen).toEqual(['a1 at 1, clock 1', 'a2 at 11.5, clock 11.5']);
  });

  it('ends for a process that dies, at any wait', async () => {
    const process = new SimulatedProcess(scheduler, 'a');
    sleeper(process);
    await scheduler.runUntil(2_500);
    process.crash();
    await scheduler.runUntil(60_000);
    expect(seen).toHaveLength(2);
  });

  it('orders simultaneous callbacks by the seed', async () => {
    const orders = new Set<string>();
    for (let seed = 1; seed <= 20; seed += 1) {
      const traces = [];
      for (let again = 0; again < 2; again += 1) {
        restore();
        start(seed);
        for (const name of ['a', 'b', 'c'])
          runs(new SimulatedProcess(scheduler, name), () => void seen.push(`${name} ${randomUUID()}`));
        await scheduler.runUntil(10);
        traces.push(`${seen.join()} ${scheduler.trace.hash}`);
      }
      expect(traces[1]).toBe(traces[0]);
      orders.add(seen.map(([name]) => name).join(''));
    }
    expect(orders.size).toBe(6);
  });
});

describe('a call', () => {
  const UNANSWERED = { unknown: () => new Error('unknown'), refused: () => new Error('refused') };
  /** Makes a call. Returns its outcome for the caller, and how often the server did it. */
  async function called(conditions: Partial<Conditions>, before = (_: SimulatedProcess): void => undefined) {
    const network = new Network(scheduler, { ...CALM, ...conditions });
    const process = new SimulatedProcess(scheduler, 'a');
    let [heard, done] = ['nothing', 0];
    before(process);
    runs(process, async () => {
      heard = await network
        .call('work', () => `answer ${(done += 1)}`, UNANSWERED)
        .catch((error: Error) => error.message);
    });
    await scheduler.runUntil(scheduler.now + 60_000);
    return [heard, done];
  }

  it.each([
    ['is answered', {}, ['answer 1', 1]],
    ['is done and not answered', { lostAnswer: 1 }, ['unknown', 1]],
    ['is neither done nor answered', { lostCall: 1 }, ['unknown', 0]],
    ['is done after its caller has given up', { lateCall: 1 }, ['unknown', 1]],
    ['is refused', { refused: 1 }, ['refused', 0]],
  ] as const)('%s', async (_, conditions, expected) => {
    expect(await called(conditions)).toEqual(expected);
  });

  it('reaches nothing from a process that is cut off, and is done for one that dies meanwhile', async () => {
    expect(await called({}, (process) => process.cutOff(1_000))).toEqual(['refused', 0]);
    const dies = (process: SimulatedProcess): void =>
      void scheduler.in(3, undefined, 'dies', () => process.crash());
    expect(await called({ latencyMs: 3 }, dies)).toEqual(['nothing', 1]);
  });
});

describe('a lease', () => {
  it('passes to another process when its holder pauses, which briefly continues afterwards', async () => {
    const leases = new LeaseServer(new Network(scheduler));
    const processes = ['a', 'b'].map((name) => new SimulatedProcess(scheduler, name));
    const holders = new Set<string>();
    for (const process of processes)
      runs(process, () =>
        leases.leaseOf('work').whileHeld(async (held) => {
          holders.add(process.name);
          while (!held.aborted) await sleep(100);
          holders.delete(process.name);
        }, new AbortController().signal),
      );
    await scheduler.runUntil(10_000);
    expect(holders.size).toBe(1);
    const first = processes.find(({ name }) => holders.has(name))!;
    first.pause(60_000);
    await scheduler.runUntil(40_000);
    expect(holders.size).toBe(2);
    await scheduler.runUntil(90_000);
    expect([...holders]).toEqual(processes.filter((each) => each !== first).map(({ name }) => name));
  });
});
