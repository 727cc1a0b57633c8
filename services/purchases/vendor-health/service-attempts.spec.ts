import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { Service } from '../../contracts/services.js';
import { OUR_FAULTS, UNREACHABLE } from '../../vendors/vendor-adapter.js';
import { ServiceAttempts } from './service-attempts.js';

describe('attempts of services', () => {
  let attempts: ServiceAttempts;
  beforeEach(() => {
    attempts = new ServiceAttempts();
  });
  const tell = (type: string, at: number, data: Readonly<Record<string, unknown>>): void =>
    attempts.apply({
      type,
      at: new Date(at).toISOString(),
      data: { userId: 'ada', purchaseId: 'p', ...data },
      actor: { kind: 'system', id: 'test' },
    } as unknown as RecordedEvent);
  const open = (at: number, purchaseId = 'p', service: Service = 'airtime'): void =>
    tell('PurchaseOpened', at, { purchaseId, service, vendor: 1 });
  const end = (type: string, at: number, more: Readonly<Record<string, unknown>> = {}): void =>
    tell(type, at, { attempt: 1, vendor: 1, ...more });
  const all = (vendor = 1, sentAfter = 0, endedFrom = 0, service: Service = 'airtime') =>
    attempts.tally(service, vendor, sentAfter, endedFrom);
  const tally = (...asked: Parameters<typeof all>) => {
    const { delivered, refused, unanswered } = all(...asked);
    return [delivered, refused, unanswered];
  };

  it('count for the vendor they were sent to, when they end', () => {
    open(1_000);
    end('AttemptDelivered', 2_000);
    expect([tally(), tally(2), tally(1, 0, 0, 'data')]).toEqual([
      [1, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect([tally(1, 999), tally(1, 1_000), tally(1, 0, 2_000), tally(1, 0, 2_001)]).toEqual([
      [1, 0, 0],
      [0, 0, 0],
      [1, 0, 0],
      [0, 0, 0],
    ]);
  });

  describe('that delivered a plan', () => {
    const product = { service: 'data', network: 1, planType: 1, plan: 1102, planName: '1GB - 30 days' };
    const deliver = (cost: string): void => {
      tell('PurchaseOpened', 1_000, { service: 'data', vendor: 4, product, expectedCost: '57000' });
      end('AttemptDelivered', 2_000, { vendor: 4, cost });
    };

    it('note a cost that is more than 5 % off', () => {
      deliver('59851');
      expect(attempts.refusals()).toMatchObject([
        { vendor: 4, fault: 'cost', code: 'COST', expectedCost: 57_000n, charged: 59_851n, sentAt: 1_000 },
      ]);
    });

    it('compare it with the cost at the account that delivered', () => {
      const about = { service: 'data', product, expectedCost: '57000', otherCosts: { '5': '62000' } };
      tell('PurchaseOpened', 1_000, { ...about, vendor: 4 });
      end('AttemptFailed', 2_000, { vendor: 4, blame: 'biller', nextVendor: 5 });
      end('AttemptDelivered', 3_000, { attempt: 2, vendor: 5, cost: '62000' });
      expect(attempts.refusals()).toEqual([]);
    });

    it('note no cost within 5 %', () => {
      deliver('59850');
      expect(attempts.refusals()).toEqual([]);
    });
  });

  it('count for each vendor of a purchase, from when it was sent', () => {
    open(1_000);
    end('AttemptFailed', 2_000, { blame: 'biller', nextVendor: 2 });
    end('AttemptDelivered', 3_000, { attempt: 2, vendor: 2 });
    expect([tally(1, 999), tally(1, 1_000), tally(2, 1_999), tally(2, 2_000)]).toEqual([
      [0, 1, 0],
      [0, 0, 0],
      [1, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('do not count for wrong input or while the vendor is working', () => {
    open(1_000);
    end('AttemptPending', 2_000);
    expect(tally()).toEqual([0, 0, 0]);
    end('AttemptOutcomeUnknown', 2_500, { reason: 'vendor-044' });
    expect(tally()).toEqual([0, 0, 0]);
    end('AttemptFailed', 3_000, { blame: 'input' });
    expect(tally()).toEqual([0, 0, 0]);
  });

  it('count as unanswered until the outcome is known', () => {
    open(1_000);
    end('AttemptOutcomeUnknown', 2_000, { reason: 'timeout' });
    expect(tally()).toEqual([0, 0, 1]);
    end('AttemptDelivered', 900_000);
    expect([tally(), tally(1, 0, 900_000)]).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ]);
  });

  describe('without an answer', () => {
    const silence = (sentAfter = 0, waitsSince = 100_000) =>
      attempts.silence('airtime', 1, sentAfter, waitsSince).unanswered;
    const send = (at: number, purchaseId: string): void => {
      open(at, purchaseId);
      tell('AttemptStarted', at, { purchaseId, attempt: 1, vendor: 1 });
    };

    it('count once, from when they wait too long or are given up', () => {
      send(1_000, 'p1');
      expect([silence(0, 999), silence(0, 1_000), silence(1_000)]).toEqual([0, 1, 0]);
      end('AttemptOutcomeUnknown', 51_000, { purchaseId: 'p1', reason: 'timeout' });
      send(2_000, 'p2');
      end('AttemptFailed', 2_100, { purchaseId: 'p2', blame: 'biller', code: UNREACHABLE });
      expect(silence()).toBe(2);
      expect(attempts.silence('airtime', 1, 0, 100_000).since).toBe(1_000);
    });

    it('wait from the start of the attempt, so that our own queue counts for no vendor', () => {
      open(1_000, 'p1');
      tell('AttemptStarted', 90_000, { purchaseId: 'p1', attempt: 1, vendor: 1 });
      expect([silence(0, 89_999), silence(0, 90_000)]).toEqual([0, 1]);
    });

    it('do not include attempts that a dead process started', () => {
      attempts = new ServiceAttempts(50_000);
      send(49_999, 'p1');
      expect(silence()).toBe(0);
      send(50_000, 'p2');
      expect(silence()).toBe(1);
    });

    it.each([
      ['AttemptDelivered', {}],
      ['AttemptPending', {}],
      ['AttemptOutcomeUnknown', { reason: 'vendor-044' }],
      ['AttemptFailed', { blame: 'biller', code: '016' }],
    ])('are counted from zero after an answer to a later purchase: %s', (type, more) => {
      send(1_000, 'p1');
      send(2_000, 'p2');
      send(3_000, 'p3');
      end(type, 60_000, { purchaseId: 'p2', ...more });
      expect(silence()).toBe(1);
    });

    it('are not ended by an answer to an earlier purchase', () => {
      send(1_000, 'p1');
      send(2_000, 'p2');
      end('AttemptDelivered', 60_000, { purchaseId: 'p1' });
      expect(silence()).toBe(1);
    });

    it('do not include purchases that were not sent yet, or that fail by our fault', () => {
      open(1_000, 'p1');
      expect(silence()).toBe(0);
      send(2_000, 'p2');
      end('AttemptOutcomeUnknown', 3_000, { purchaseId: 'p2', reason: [...OUR_FAULTS][0] });
      expect(silence()).toBe(0);
    });
  });

  it('count once for repeated events', () => {
    open(1_000);
    for (const again of [1, 2]) end('AttemptFailed', 2_000 + again, { blame: 'biller', nextVendor: 2 });
    for (const again of [1, 2])
      end('AttemptFailed', 3_000 + again, { attempt: 2, vendor: 2, blame: 'biller' });
    expect([tally(1), tally(2)]).toEqual([
      [0, 1, 0],
      [0, 1, 0],
    ]);
  });

  it('do not count without the opening event, or beyond the newest', () => {
    end('AttemptFailed', 2_000, { blame: 'biller' });
    expect(tally()).toEqual([0, 0, 0]);
    for (let number = 0; number < 700; number += 1) {
      open(number, `p${number}`);
      end('AttemptDelivered', number, { purchaseId: `p${number}` });
    }
    expect(tally()).toEqual([500, 0, 0]);
    expect(tally(1, 199)).toEqual([500, 0, 0]);
  });

  describe('of one customer', () => {
    const refuse = (number: number, userId: string, more: Readonly<Record<string, unknown>> = {}): void => {
      const purchaseId = `${userId}-${number}`;
      tell('PurchaseOpened', number, { userId, purchaseId, service: 'airtime', vendor: 1 });
      const data = { userId, purchaseId, attempt: 1, vendor: 1, blame: 'biller', code: '016', ...more };
      tell('AttemptFailed', number + 1, data);
    };

    it('count at most twice when refused, for any number of tries', () => {
      for (let number = 1; number <= 50; number += 1) refuse(number, 'mallory');
      expect(all()).toEqual({ delivered: 0, refused: 2, customers: 1, unanswered: 0 });
      refuse(60, 'ada');
      refuse(61, 'ada', { blame: 'ourAccount', code: '018' });
      refuse(62, 'obi');
      expect(all()).toEqual({ delivered: 0, refused: 5, customers: 3, unanswered: 0 });
      // Each window is counted separately.
      expect(all(1, 59)).toEqual({ delivered: 0, refused: 3, customers: 2, unanswered: 0 });
    });

    it('count each time when they never arrived, since customers cannot cause these', () => {
      for (let number = 1; number <= 9; number += 1) refuse(number, 'reseller', { code: 'UNREACHABLE' });
      refuse(10, 'reseller', { blame: 'ourAccount', code: 'not-found' });
      expect(all()).toEqual({ delivered: 0, refused: 0, customers: 0, unanswered: 10 });
    });
  });

  it.each(['claim too old', 'adapter-fault'])(
    'do not count against the vendor when the fault is ours: %s',
    (reason) => {
      open(1_000);
      end('AttemptOutcomeUnknown', 2_000, { reason });
      expect(tally()).toEqual([0, 0, 0]);
      expect(attempts.probes('airtime', 1, 0)).toEqual({ delivered: 0, failed: 0 });
      end('AttemptFailed', 3_000, { blame: 'ourAccount', code: 'not-found' });
      expect(tally()).toEqual([0, 0, 0]);
      open(4_000, 'q');
      end('AttemptOutcomeUnknown', 5_000, { purchaseId: 'q', reason });
      end('AttemptDelivered', 6_000, { purchaseId: 'q' });
      expect(tally()).toEqual([1, 0, 0]);
    },
  );

  describe('that probe a vendor', () => {
    const probes = (sentAfter = 0, vendor = 1) => attempts.probes('airtime', vendor, sentAfter);

    it('stay undecided until they are delivered or fail', () => {
      open(1_000);
      open(2_000, 'q');
      open(2_000, 'r', 'data');
      for (const said of ['AttemptPending', 'AttemptOutcomeUnknown', 'AttemptNotFound', 'ReviewRequired']) {
        end(said, 3_000, { reason: 'timeout' });
        expect([probes(), probes(1_000), probes(2_000), probes(0, 2)]).toEqual([
          { delivered: 0, failed: 0, undecidedSince: 1_000 },
          { delivered: 0, failed: 0, undecidedSince: 2_000 },
          { delivered: 0, failed: 0 },
          { delivered: 0, failed: 0 },
        ]);
      }
      end('AttemptDelivered', 900_000);
      end('AttemptFailed', 900_000, { purchaseId: 'q', blame: 'biller', code: '016', nextVendor: 2 });
      expect([probes(), probes(0, 2)]).toEqual([
        { delivered: 1, failed: 1 },
        { delivered: 0, failed: 0, undecidedSince: 900_000 },
      ]);
    });

    it('fail when they never arrived, and do not count for wrong input', () => {
      open(1_000);
      end('AttemptFailed', 2_000, { blame: 'biller', code: 'UNREACHABLE' });
      open(3_000, 'q');
      end('AttemptFailed', 4_000, { purchaseId: 'q', blame: 'input', code: '011' });
      expect(probes()).toEqual({ delivered: 0, failed: 1 });
    });
  });
});
