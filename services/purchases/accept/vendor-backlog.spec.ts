import { describe, expect, it } from '@jest/globals';
import { VendorBacklog } from './vendor-backlog.js';

const DATA = 1;
const AIRTIME = 2;

/** Backlog with vendors that take `takes` purchases per second, looked at each second of virtual time. */
function world(settings = { VENDOR_BACKLOG_MAX: 10_000, VENDOR_CONCURRENCY: 64 }) {
  const backlog = new VendorBacklog(settings);
  const queues = { [DATA]: { unsent: 0, taken: 0 }, [AIRTIME]: { unsent: 0, taken: 0 } };
  const log = { last: 0, reached: 0 };
  const look = (): void =>
    backlog.look({
      ...log,
      queues: [DATA, AIRTIME].map((vendor) => ({ vendor, ...queues[vendor as typeof DATA] })),
    });
  const refuses = (vendor: number): boolean => {
    try {
      backlog.require(vendor, 'Airtime');
      return false;
    } catch (refusal) {
      expect(refusal).toMatchObject({ code: 'VENDORS_BUSY', details: { service: 'Airtime', seconds: 10 } });
      return true;
    }
  };
  /** Customers order `orders` per second of `vendor`, which takes `takes`. Returns the accepted. */
  const sell = (
    vendor: typeof DATA | typeof AIRTIME,
    orders: number,
    takes: number,
    seconds: number,
  ): number => {
    let accepted = 0;
    for (let second = 0; second < seconds; second += 1) {
      const queue = queues[vendor];
      if (!refuses(vendor)) {
        queue.unsent += orders;
        accepted += orders;
      }
      const taken = Math.min(queue.unsent, takes);
      queue.unsent -= taken;
      queue.taken += taken;
      look();
    }
    return accepted;
  };
  return { backlog, queues, log, look, refuses, sell };
}

describe('the backlog of vendors', () => {
  it('holds about as many purchases as the vendor took in the last seconds', () => {
    const { queues, sell } = world();
    sell(DATA, 200, 100, 60);
    expect(queues[DATA].unsent).toBeGreaterThan(800);
    expect(queues[DATA].unsent).toBeLessThanOrEqual(1_200);
    expect(sell(DATA, 200, 100, 60)).toBeGreaterThan(5_000);
  });

  it('refuses nothing that the vendor takes in time, whether sales rise or rest', () => {
    const { sell } = world();
    for (const orders of [1, 90, 0, 100, 500]) expect(sell(DATA, orders, 500, 30)).toBe(30 * orders);
  });

  it('of a vendor that stands still stops only its own sales, until it goes on', () => {
    const { sell, refuses } = world();
    sell(DATA, 50, 0, 60);
    expect([refuses(DATA), refuses(AIRTIME)]).toEqual([true, false]);
    sell(DATA, 0, 100, 20);
    expect(refuses(DATA)).toBe(false);
  });

  it('counts purchases that the worker has not opened', () => {
    const { backlog, log, look, refuses } = world();
    look();
    expect(backlog.pressing).toBe(false);
    log.last += 3_000;
    look();
    expect([backlog.pressing, refuses(DATA)]).toEqual([true, false]);
    for (let second = 0; second < 30; second += 1) {
      log.last += 5_000;
      log.reached += 1_000;
      look();
    }
    expect([refuses(DATA), refuses(AIRTIME)]).toEqual([true, true]);
    log.reached = log.last;
    look();
    expect(refuses(DATA)).toBe(false);
  });

  it('begins again with a worker that begins again', () => {
    const { queues, look, refuses } = world();
    queues[DATA] = { unsent: 10, taken: 50_000 };
    look();
    queues[DATA] = { unsent: 10, taken: 5 };
    for (let second = 0; second < 20; second += 1) look();
    queues[DATA].unsent = 250;
    look();
    expect(refuses(DATA)).toBe(false);
  });

  it('is not limited when the setting is 0', () => {
    const { sell } = world({ VENDOR_BACKLOG_MAX: 0, VENDOR_CONCURRENCY: 64 });
    expect(sell(DATA, 1_000, 0, 30)).toBe(30_000);
  });
});
