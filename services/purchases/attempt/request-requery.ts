import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../../infra/event-store/event-store.js';
import { now } from '../../../infra/host/clock.js';
import { JOB_QUEUE, type JobQueue } from '../../../infra/queue/job-queue.js';
import { attemptOf } from '../accept/references.js';
import { purchaseJob, vendorActor, vendorQueue } from '../purchase-work.js';
import { awaitsVendor, currentAttempt } from '../purchase.state.js';
import { PurchaseStreams } from '../purchase.streams.js';

/** Asks the vendor now. What a webhook claims is never believed; it only makes us ask. */
@Injectable()
export class RequestRequery {
  /** What is being stored about a reference, and what comes after it, which everybody shares who came meanwhile. */
  private readonly underWay = new Map<string, { running: Promise<boolean>; next?: Promise<boolean> }>();

  constructor(
    private readonly streams: PurchaseStreams,
    @Inject(JOB_QUEUE) private readonly jobs: JobQueue,
  ) {}

  /**
   * A vendor says that something became of our reference, settled or not. False when we never sent it. Reports that come
   * together (an SMS gateway may send one for each of a thousand messages) are stored as one question, which is asked after
   * the last of them came: never as one that was already being stored, because an older answer would do for that.
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
    // The job may be lost and the vendor does not say it twice: what is settled would never be asked about again.
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

  /**
   * Somebody wants to know now; of an administrator it is stored that they did. False when the purchase waits for no vendor.
   */
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
