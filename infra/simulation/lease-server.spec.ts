import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Lease } from '../lease/lease.js';
import { LeaseServer } from './lease-server.js';
import { Network } from './network.js';
import { Scheduler } from './scheduler.js';
import { installHost } from './simulated-host.js';
import { SimulatedProcess } from './simulated-process.js';

/** Milliseconds longer than a lease lasts without its holder. */
const LONG_MS = 40_000;

/** A process that wants the lease, and counts its work. */
interface Holder {
  readonly process: SimulatedProcess;
  lease: Lease;
  working: number;
  times: number;
  readonly leaving: AbortController;
}

describe('a simulated lease', () => {
  let scheduler: Scheduler;
  let network: Network;
  let server: LeaseServer;
  let restoreHost: () => void;
  beforeEach(() => {
    scheduler = new Scheduler(1);
    network = new Network(scheduler);
    server = new LeaseServer(network);
    restoreHost = installHost(scheduler);
  });
  afterEach(() => restoreHost());

  function holder(name: string): Holder {
    const process = new SimulatedProcess(scheduler, name);
    const one: Holder = {
      process,
      lease: undefined as never,
      working: 0,
      times: 0,
      leaving: new AbortController(),
    };
    scheduler.in(0, process, 'begin', () => {
      one.lease = server.leaseOf('thing');
      void one.lease.whileHeld(async (held) => {
        [one.working, one.times] = [one.working + 1, one.times + 1];
        await new Promise((resolve) => held.addEventListener('abort', resolve, { once: true }));
        one.working -= 1;
      }, one.leaving.signal);
    });
    return one;
  }
  const pass = (ms: number): Promise<void> => scheduler.runUntil(scheduler.now + ms);

  it('is held by one of many, for as long as it lives', async () => {
    const all = ['a', 'b', 'c'].map(holder);
    await pass(LONG_MS);
    expect(all.map(({ working }) => working).sort()).toEqual([0, 0, 1]);
    expect(all.filter(({ lease }) => lease.held())).toHaveLength(1);
    await pass(3 * LONG_MS);
    expect(all.map(({ times }) => times).sort()).toEqual([0, 0, 1]);
  });

  it('passes to another process when its holder dies', async () => {
    const first = holder('first');
    await pass(100);
    const second = holder('second');
    await pass(1_000);
    expect([first.times, second.times]).toEqual([1, 0]);
    first.process.crash();
    await pass(LONG_MS);
    expect(second.working).toBe(1);
  });

  it('passes to another process when its holder leaves', async () => {
    const first = holder('first');
    await pass(100);
    const second = holder('second');
    await pass(100);
    scheduler.in(0, first.process, 'leaves', () => first.leaving.abort());
    await pass(LONG_MS);
    expect([first.working, second.working]).toEqual([0, 1]);
  });

  it('has two holders while one sleeps, and one after it woke', async () => {
    const first = holder('first');
    await pass(100);
    const second = holder('second');
    first.process.pause(LONG_MS);
    await pass(LONG_MS - 1_000);
    expect([first.working, second.working]).toEqual([1, 1]);
    await pass(LONG_MS);
    expect([first.working, second.working]).toEqual([0, 1]);
  });

  it('stays with its holder during an outage, and has two while only one of them is cut off', async () => {
    const first = holder('first');
    await pass(100);
    network.awayUntil = scheduler.now + LONG_MS;
    await pass(LONG_MS / 2);
    expect(first.working).toBe(1);
    network.awayUntil = 0;
    const second = holder('second');
    first.process.cutOff(LONG_MS);
    await pass(LONG_MS - 1_000);
    expect([first.working, second.working]).toEqual([1, 1]);
    await pass(LONG_MS);
    expect([first.working, second.working]).toEqual([0, 1]);
  });
});
