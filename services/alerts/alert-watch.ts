import { systemContext } from '../../infra/event-store/event-context.js';
import { randomUUID } from '../../infra/host/chance.js';
import { inTime, pause } from '../../infra/host/timers.js';
import type { AlertStreams } from './alert-streams.js';
import type { AlertFact } from './alert.events.js';
import { type AlertThresholds, findingsOf, type Observed } from './alert-rules.js';
import {
  decideDigest,
  decideFindings,
  decideTry,
  dueTries,
  type DueTry,
  type NewReviews,
  type SeenReviews,
} from './alerts.decider.js';
import type { Alerts, PendingDigest } from './alerts.state.js';

export interface AlertWatchOptions {
  readonly streams: AlertStreams;
  readonly thresholds: AlertThresholds;
  readonly observe: () => Promise<Observed>;
  /** Purchases that were put to a person after these, and wait. */
  readonly newReviews: (after: SeenReviews) => Promise<NewReviews>;
  /** Where a digest goes that is written now. */
  readonly channels: () => Promise<readonly string[]>;
  /** @throws when it was not taken: it is sent again later */
  readonly send: (digest: PendingDigest, channel: string) => Promise<void>;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

const EVERY_MS = 10_000;
/** Far longer than any look takes: whatever a look asks for ends by itself sooner. */
const LOOK_WITHIN_MS = 180_000;

/**
 * Looks at the product, raises and clears alerts, and tells the people on duty. Everything it remembers is in the ledger, so that any
 * process may go on where another one ended; two at once store and send nothing twice.
 */
export class AlertWatch {
  constructor(private readonly options: AlertWatchOptions) {}

  /**
   * Looks again and again until the signal. A look that does not end is reported, with what it waits for, and the next one begins all
   * the same: one answer that never comes must not keep everybody from hearing of anything.
   */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let waitsFor = '';
      const look = this.look((step) => (waitsFor = step));
      const stuck = () =>
        new Error(`a look has not ended in ${LOOK_WITHIN_MS / 1_000} s: it waits for ${waitsFor}`);
      await inTime(look, LOOK_WITHIN_MS, stuck).catch(this.options.onFault);
      await pause(EVERY_MS, signal, { ref: false });
    }
  }

  /** One look, and what follows from it. @param onStep is told what it waits for now */
  async look(onStep: (step: string) => void = () => undefined): Promise<void> {
    const { streams, thresholds, observe, newReviews, channels, now } = this.options;
    onStep('what is wrong');
    const { findings, unsure } = findingsOf(await observe(), thresholds);
    onStep('to store what it found');
    await streams.decide(
      (alerts) => decideFindings(alerts, findings, unsure, randomUUID),
      systemContext(new Date(now())),
    );
    const before = await streams.current();
    onStep('purchases that wait for a person');
    const reviews = await newReviews(before);
    onStep('who is told');
    const told = await channels();
    onStep('to store a digest');
    await streams.decide(
      (alerts) =>
        // Another process may have told of them meanwhile: what is new is then asked again at the next look.
        alerts.reviewsUpTo !== before.reviewsUpTo || alerts.reviewsPosition !== before.reviewsPosition
          ? []
          : decideDigest(alerts, reviews, told, now(), randomUUID),
      systemContext(new Date(now())),
    );
    onStep('to tell them');
    await this.tell(dueTries(await streams.current(), now()));
  }

  /**
   * Tells all at once, for one of them may take its time. What is stored of it is stored in a row: many at once would each find that
   * another was faster, again and again.
   */
  private async tell(due: readonly DueTry[]): Promise<void> {
    const { streams, send, now, onFault } = this.options;
    const store = (facts: (alerts: Alerts) => readonly AlertFact[]) =>
      streams.decide(facts, systemContext(new Date(now())));
    // Of two processes the one that was faster has claimed them all.
    const claimed: DueTry[] = [];
    await store((alerts) => {
      claimed.length = 0;
      return due.flatMap((each) => {
        const facts = decideTry(alerts, each, now());
        if (facts.length > 0 && !each.givesUp) claimed.push(each);
        return facts;
      });
    });
    let storing: Promise<unknown> = Promise.resolve();
    const taken = async ({ digest, channel }: DueTry): Promise<void> => {
      await send(digest, channel);
      const data = { digestId: digest.digestId, channel };
      const before = storing.catch(() => undefined);
      storing = before.then(() => store(() => [{ type: 'AlertDigestTaken', data }]));
      await storing;
    };
    await Promise.all(claimed.map((each) => taken(each).catch(onFault)));
  }
}
