import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../../infra/event-store/event-store.js';
import { now } from '../../../infra/host/clock.js';
import { JOB_QUEUE, type JobQueue } from '../../../infra/queue/job-queue.js';
import { attemptOf } from '../accept/references.js';
import { purchaseJob, vendorActor, vendorQueue } from '../purchase-work.js';
import { awaitsVendor, currentAttempt } from '../purchase.state.js';
import { PurchaseStreams } from '../purchase.streams.js';

/** The content of a webhook is not trusted. */
@Injectable()
export class RequestRequery {
  private readonly underWay = new Map<string, { running: Promise<boolean>; next?: Promise<boolean> }>();

  constructor(
    private readonly streams: PurchaseStreams,
    @Inject(JOB_QUEUE) private readonly jobs: JobQueue,
  ) {}

  /**
   * Returns false for an unknown reference. Reports that arrive during an append are stored together by the
   * next append.
   */
  byVendorReference(vendorReference: string): Promise<boolean> {
    const before = this.underWay.get(vendorReference);
    if (!before) return this.begin(vendorReference);
    const again = () => this.begin(vendorReference);
    return (before.next ??= before.running.then(again, again));
  }

  private begin(vendorReference: string): Promise<boolean> {
    const running = this.question(vendorReference).finally(() => {
      if (this.underWay.get(vendorReference)?.running === running) this.underWay.delete(vendorReference);
    });
    this.underWay.set(vendorReference, { running });
    return running;
  }

  private async question(vendorReference: string): Promise<boolean> {
    const named = attemptOf(vendorReference);
    if (!named) return false;
    const { purchaseId } = named;
    const purchase = await this.streams.reload(purchaseId);
    const attempt = purchase?.attempts.find((each) => each.vendorReference === vendorReference);
    if (!attempt) return false;
    // Store `AttemptQuestioned` before the job enters the queue, because the job may be lost in a crash and
    // vendors do not repeat a report.
    await this.streams.handle(
      purchaseId,
      { type: 'QuestionAttempt', attempt: attempt.number },
      { actor: vendorActor(attempt.vendor), now: now() },
    );
    await this.jobs.enqueue(
      vendorQueue(attempt.vendor),
      purchaseJob({
        kind: 'requery',
        purchaseId,
        attempt: attempt.number,
      }),
    );
    return true;
  }

  /** Stores which `administrator` asked for the query. */
  async byPurchase(purchaseId: string, administrator?: Actor): Promise<boolean> {
    const purchase = await this.streams.reload(purchaseId);
    const attempt = purchase && awaitsVendor(purchase) ? currentAttempt(purchase) : undefined;
    if (!attempt) return false;
    if (administrator) {
      const context = { actor: administrator, now: now() };
      await this.streams.handle(purchaseId, { type: 'QuestionAttempt', attempt: attempt.number }, context);
    }
    await this.jobs.enqueue(vendorQueue(attempt.vendor), purchaseJob({ kind: 'requery', purchaseId }));
    return true;
  }
}
