import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { RecentAttempts } from './recent-attempts.js';

describe('the last attempts of a vendor', () => {
  let attempts: RecentAttempts;
  beforeEach(() => {
    attempts = new RecentAttempts();
  });
  const end = (type: string, times: number, more: object = {}): void => {
    for (let number = 0; number < times; number += 1)
      attempts.apply({ type, data: { vendor: 1, ...more }, at: '' } as unknown as RecordedEvent);
  };
  const overdue = (purchases: number) => [{ vendor: 1, overdue: { airtime: purchases } }];

  it('are its last 50 endings, without failures that the customer caused', () => {
    end('AttemptFailed', 10, { blame: 'biller' });
    end('AttemptDelivered', 45);
    end('AttemptFailed', 9, { blame: 'input' });
    expect(attempts.all([])).toEqual([{ vendor: 1, delivered: 45, failed: 5 }]);
  });

  it('count overdue purchases as its newest failures', () => {
    end('AttemptDelivered', 50);
    expect(attempts.all(overdue(1))).toEqual([{ vendor: 1, delivered: 49, failed: 1 }]);
    expect(attempts.all(overdue(26))).toEqual([{ vendor: 1, delivered: 24, failed: 26 }]);
    expect(attempts.all(overdue(400))).toEqual([{ vendor: 1, delivered: 0, failed: 50 }]);
    expect(attempts.all([])).toEqual([{ vendor: 1, delivered: 50, failed: 0 }]);
  });

  it('count no overdue purchases that wait for a reviewer', () => {
    end('AttemptDelivered', 50);
    const waiting = { vendor: 1, overdue: { airtime: 20, data: 7 }, inReview: 26 };
    expect(attempts.all([waiting])).toEqual([{ vendor: 1, delivered: 49, failed: 1 }]);
  });

  it('count overdue purchases of every service, and of a vendor that has ended none', () => {
    expect(attempts.all([{ vendor: 2, overdue: { airtime: 7, data: 5 } }])).toEqual([
      { vendor: 2, delivered: 0, failed: 12 },
    ]);
  });

  it('keep the codes of wrong orders while purchases are overdue', () => {
    end('AttemptFailed', 1, { blame: 'ourAccount', fault: 'order', code: '085' });
    expect(attempts.all(overdue(60))).toEqual([{ vendor: 1, delivered: 0, failed: 50, refusals: ['085'] }]);
  });

  it('count no purchases that still have time, or that no vendor has', () => {
    expect(attempts.all([{ vendor: 3 }, { vendor: 0, overdue: { airtime: 20 } }])).toEqual([]);
  });
});
