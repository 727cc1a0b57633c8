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
/** Longer than a look takes, unless many are told whose mail server is slow. */
const LOOK_WITHIN_MS = 180_000;
/** Whoever takes a digest has answered by then, also behind many others. */
const SENT_WITHIN_MS = 900_000;

/**
 * Looks at the product, raises and clears alerts, and tells the people on duty. Everything it remembers is in the ledger, so that any
 * process may go on where another one ended; two at once store and send nothing twice.
 */
export class AlertWatch {
  /** What this process sends now, by digest and channel: nobody else knows how long that takes. */
  private readonly underWay = new Set<string>();

  constructor(private readonly options: AlertWatchOptions) {}

  /**
   * Looks again and again until the signal. A look that does not end is reported, with what it waits for, and the next one begins all
   * the same: one answer that never comes must not keep everybody from hearing of anything. What it waited for is old when it comes,
   * so nothing follows from it.
   */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let waitsFor = '';
      let isGivenUp = false;
      const look = this.look((step) => {
        if (isGivenUp) throw new Error(`a look that was given up came to ${step}`);
        waitsFor = step;
      });
      const giveUp = (): Error => {
        isGivenUp = true;
        return new Error(`a look has not ended in ${LOOK_WITHIN_MS / 1_000} s: it waits for ${waitsFor}`);
      };
      await inTime(look, LOOK_WITHIN_MS, giveUp).catch(this.options.onFault);
      await pause(EVERY_MS, signal, { ref: false });
    }
  }

  /** One look, and what follows from it. @param onStep is told what it waits for now, and throws to end it */
  async look(onStep: (step: string) => void = () => undefined): Promise<void> {
    const { streams, thresholds, observe, newReviews, channels, now } = this.options;
    onStep('what is wrong');
    const { findings, unsure } = findingsOf(await observe(), thresholds);
    await streams.decide(
      (alerts) => {
        onStep('the ledger to store what it found');
        return decideFindings(alerts, findings, unsure, randomUUID);
      },
      systemContext(new Date(now())),
    );
    onStep('the alerts');
    const before = await streams.current();
    onStep('purchases that wait for a person');
    const reviews = await newReviews(before);
    onStep('who is told');
    const told = await channels();
    await streams.decide(
      (alerts) => {
        onStep('the ledger to store a digest');
        // Another process may have told of them meanwhile: what is new is then asked again at the next look.
        return alerts.reviewsUpTo !== before.reviewsUpTo || alerts.reviewsPosition !== before.reviewsPosition
          ? []
          : decideDigest(alerts, reviews, told, now(), randomUUID);
      },
      systemContext(new Date(now())),
    );
    onStep('those who are told');
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
    const free = due.filter((each) => !this.underWay.has(nameOf(each)));
    // Of two processes the one that was faster has claimed them all.
    let claimed: readonly DueTry[] = [];
    await store((alerts) => {
      const decided = free.map((each) => ({ each, facts: decideTry(alerts, each, now()) }));
      claimed = decided
        .filter(({ each, facts }) => facts.length > 0 && !each.givesUp)
        .map(({ each }) => each);
      return decided.flatMap(({ facts }) => facts);
    });
    let storing: Promise<unknown> = Promise.resolve();
    const take = async ({ digest, channel }: DueTry): Promise<void> => {
      const late = () => new Error(`${channel} was not told in ${SENT_WITHIN_MS / 60_000} minutes`);
      await inTime(send(digest, channel), SENT_WITHIN_MS, late);
      const data = { digestId: digest.digestId, channel };
      const before = storing.catch(() => undefined);
      storing = before.then(() => store(() => [{ type: 'AlertDigestTaken', data }]));
      await storing;
    };
    await Promise.all(
      claimed.map((each) => {
        this.underWay.add(nameOf(each));
        return take(each)
          .catch(onFault)
          .finally(() => this.underWay.delete(nameOf(each)));
      }),
    );
  }
}

const nameOf = ({ digest, channel }: DueTry): string => `${digest.digestId} ${channel}`;
