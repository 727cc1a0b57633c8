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
  readonly newReviews: (after: SeenReviews) => Promise<NewReviews>;
  readonly channels: () => Promise<readonly string[]>;
  /**
   * @throws when `channel` did not accept the digest. `AlertWatch` then sends the digest again
   * later.
   */
  readonly send: (digest: PendingDigest, channel: string) => Promise<void>;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

const EVERY_MS = 10_000;
/** Milliseconds after which an unfinished round of checks is abandoned. */
const LOOK_WITHIN_MS = 180_000;
const SENT_WITHIN_MS = 900_000;

/**
 * Opens and clears alerts, and sends digests. All state is in the stream `ALERTS_STREAM`, so
 * another process can continue after this process.
 */
export class AlertWatch {
  private readonly underWay = new Set<string>();

  constructor(private readonly options: AlertWatchOptions) {}

  /**
   * Runs all checks (`look`) every `EVERY_MS` until `signal` aborts. Abandons checks after
   * `LOOK_WITHIN_MS`, because one silent store would stop all alerts.
   */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let waitsFor = '';
      let isGivenUp = false;
      const look = this.look((step) => {
        if (isGivenUp) throw new Error(`a check of the alerts that was given up came to ${step}`);
        waitsFor = step;
      });
      const giveUp = (): Error => {
        isGivenUp = true;
        return new Error(
          `a check of the alerts has not ended in ${LOOK_WITHIN_MS / 1_000} s: it waits for ${waitsFor}`,
        );
      };
      await inTime(look, LOOK_WITHIN_MS, giveUp).catch(this.options.onFault);
      await pause(EVERY_MS, signal, { ref: false });
    }
  }

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
        return alerts.reviewsUpTo !== before.reviewsUpTo || alerts.reviewsPosition !== before.reviewsPosition
          ? []
          : decideDigest(alerts, reviews, told, now(), randomUUID);
      },
      systemContext(new Date(now())),
    );
    onStep('the recipients');
    await this.tell(dueTries(await streams.current(), now()));
  }

  /**
   * Sends digests in parallel, because a receiver may be slow. Appends events in sequence, because parallel
   * appends would conflict.
   */
  private async tell(due: readonly DueTry[]): Promise<void> {
    const { streams, send, now, onFault } = this.options;
    const store = (facts: (alerts: Alerts) => readonly AlertFact[]) =>
      streams.decide(facts, systemContext(new Date(now())));
    const free = due.filter((each) => !this.underWay.has(nameOf(each)));
    // When two processes decide to send the same digest, the process whose event is appended first
    // sends the digest.
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
