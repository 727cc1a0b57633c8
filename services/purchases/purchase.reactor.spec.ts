import { expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import type { PurchaseWork } from './purchase-work.js';
import { purchaseReactor } from './purchase.reactor.js';
import { PendingPurchases } from './settle/pending-purchases.js';
import { eventOf, failed, PURCHASE, questioned, type Step } from './testing/given-purchase.js';

const work = { streams: { onRecorded: () => undefined }, now: () => new Date() } as unknown as PurchaseWork;
const recorded = ([atMs, draft]: Step, index: number): RecordedEvent =>
  ({ ...eventOf(draft, atMs, index), stream: `purchase-${PURCHASE.purchaseId}`, position: index }) as never;

it('keeps a question that arrives while an earlier end is settled repeatedly without success', async () => {
  let isAway = true;
  const pending = new PendingPurchases();
  const reactor = purchaseReactor({
    work,
    pending,
    settle: () => (isAway ? Promise.reject(new Error('the wallet is away')) : Promise.resolve()),
  });
  const [ended, question] = [recorded(failed(1), 1), recorded(questioned(2), 2)] as const;
  await expect(reactor.react(ended)).rejects.toThrow('the wallet is away');
  expect(reactor.react(question)).toBeUndefined();
  await expect(reactor.react(ended)).rejects.toThrow('the wallet is away');
  isAway = false;
  await reactor.react(ended);
  expect(pending.ids()).toEqual([PURCHASE.purchaseId]);
});

it('tells a start of an attempt only to those who count attempts, such as the breaker of silent vendors', () => {
  const heard: string[] = [];
  const follows = (): never => {
    throw new Error('nothing follows from the start of an attempt');
  };
  const reactor = purchaseReactor({
    work: { streams: { onRecorded: follows } } as unknown as PurchaseWork,
    pending: new PendingPurchases(),
    settle: follows,
    attempts: [{ apply: ({ type }) => void heard.push(type) }],
  });
  const stream = `purchase-${PURCHASE.purchaseId}`;
  expect(reactor.wants?.('AttemptStarted', stream)).toBe(true);
  expect(reactor.react({ type: 'AttemptStarted', stream } as unknown as RecordedEvent)).toBeUndefined();
  expect(heard).toEqual(['AttemptStarted']);
});
