import { beforeEach, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '../../../infra/event-store/event-context.js';
import type { NewEvent, StreamHead } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { inProcessJobQueue } from '../../../infra/queue/in-process/in-process-job-queue.js';
import { attemptPart } from '../accept/references.js';
import { PurchaseStreams } from '../purchase.streams.js';
import { OPENED, START } from '../testing/given-purchase.js';
import { eventually } from '../testing/purchase-world.js';
import { RequestRequery } from './request-requery.js';

const REFERENCE = `202603011000${attemptPart(OPENED.purchaseId, 1)}`;
const CONTEXT = { actor: SYSTEM, now: new Date(START), correlationId: 'sms' } as const;

/** Store that delays each `AttemptQuestioned` until `release`. */
class HeldQuestions extends MemoryEventStore {
  readonly held: ((error?: Error) => void)[] = [];

  override async append(stream: string, expected: StreamHead, events: readonly NewEvent[]) {
    if (events[0]?.type === 'AttemptQuestioned')
      await new Promise<void>((resolve, reject) =>
        this.held.push((error) => (error ? reject(error) : resolve())),
      );
    return super.append(stream, expected, events);
  }

  /** Stores the next `AttemptQuestioned`, or fails it with `error`. */
  async release(error?: Error): Promise<void> {
    await eventually('a question is being stored', () => this.held.length > 0);
    this.held.shift()!(error);
  }
}

describe('reports about one purchase', () => {
  let store: HeldQuestions;
  let streams: PurchaseStreams;
  let requery: RequestRequery;

  beforeEach(async () => {
    store = new HeldQuestions();
    streams = new PurchaseStreams(store);
    requery = new RequestRequery(streams, inProcessJobQueue());
    const open = { type: 'OpenPurchase', order: OPENED, vendorReference: REFERENCE } as const;
    await streams.handle(OPENED.purchaseId, open, CONTEXT);
  });

  const questions = async () =>
    (await streams.events(OPENED.purchaseId)).filter(({ type }) => type === 'AttemptQuestioned').length;

  it('share the next question when they arrive while one is being stored', async () => {
    const first = requery.byVendorReference(REFERENCE);
    await eventually('the first is being stored', () => store.held.length > 0);
    const others = Array.from({ length: 1_000 }, () => requery.byVendorReference(REFERENCE));
    await store.release();
    expect(await first).toBe(true);
    await store.release();
    expect(new Set(await Promise.all(others))).toEqual(new Set([true]));
    expect(await questions()).toBe(2);
  });

  it('ask again when they arrive later', async () => {
    for (let report = 0; report < 3; report += 1) {
      const stored = requery.byVendorReference(REFERENCE);
      await store.release();
      expect(await stored).toBe(true);
    }
    expect(await questions()).toBe(3);
  });

  it('survive a failed append, which is reported to its sender', async () => {
    const first = requery.byVendorReference(REFERENCE);
    await eventually('the first is being stored', () => store.held.length > 0);
    const second = requery.byVendorReference(REFERENCE);
    await store.release(new Error('the disk is full'));
    await expect(first).rejects.toThrow('the disk is full');
    await store.release();
    expect(await second).toBe(true);
    expect(await questions()).toBe(1);
  });
});
