import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { Service } from '../../contracts/services.js';
import { ServiceAttempts } from './service-attempts.js';

describe('attempts of services', () => {
  let attempts: ServiceAttempts;
  beforeEach(() => {
    attempts = new ServiceAttempts();
  });
  const tell = (type: string, at: number, data: Readonly<Record<string, unknown>>): void =>
    attempts.apply({
      ...{ type, at: new Date(at).toISOString(), data: { userId: 'ada', purchaseId: 'p', ...data } },
      actor: { kind: 'system', id: 'test' },
    } as unknown as RecordedEvent);
  const open = (at: number, purchaseId = 'p', service: Service = 'airtime'): void =>
    tell('PurchaseOpened', at, { purchaseId, service, vendor: 1 });
  const end = (type: string, at: number, more: Readonly<Record<string, unknown>> = {}): void =>
    tell(type, at, { attempt: 1, vendor: 1, ...more });
  const tally = (vendor = 1, sentAfter = 0, endedFrom = 0, service: Service = 'airtime') =>
    Object.values(attempts.tally(service, vendor, sentAfter, endedFrom));

  it('count where they were sent, when they ended', () => {
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

  it('count each vendor that a purchase was sent to, from when it was', () => {
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

  it('count for nothing what a customer typed wrongly and what a vendor is working on', () => {
    open(1_000);
    end('AttemptPending', 2_000);
    expect(tally()).toEqual([0, 0, 0]);
    end('AttemptFailed', 3_000, { blame: 'input' });
    expect(tally()).toEqual([0, 0, 0]);
  });

  it('count what was not answered as that until it is known what became of it, and then when it is', () => {
    open(1_000);
    end('AttemptOutcomeUnknown', 2_000);
    expect(tally()).toEqual([0, 0, 1]);
    end('AttemptDelivered', 900_000);
    expect([tally(), tally(1, 0, 900_000)]).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ]);
  });

  it('count once what is told twice', () => {
    open(1_000);
    for (const again of [1, 2]) end('AttemptFailed', 2_000 + again, { blame: 'biller', nextVendor: 2 });
    for (const again of [1, 2])
      end('AttemptFailed', 3_000 + again, { attempt: 2, vendor: 2, blame: 'biller' });
    expect([tally(1), tally(2)]).toEqual([
      [0, 1, 0],
      [0, 1, 0],
    ]);
  });

  it('leave out purchases whose beginning was not heard, and all but the last', () => {
    end('AttemptFailed', 2_000, { blame: 'biller' });
    expect(tally()).toEqual([0, 0, 0]);
    for (let number = 0; number < 700; number += 1) {
      open(number, `p${number}`);
      end('AttemptFailed', number, { purchaseId: `p${number}`, blame: 'biller' });
    }
    expect(tally()).toEqual([0, 500, 0]);
    expect(tally(1, 199)).toEqual([0, 500, 0]);
  });
});
