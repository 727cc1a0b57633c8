import { systemContext } from '../../infra/event-store/event-context.js';
import { randomUUID } from '../../infra/host/chance.js';
import { sleep } from '../../infra/host/timers.js';
import type { AlertStreams } from './alert-streams.js';
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
import type { PendingDigest } from './alerts.state.js';

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

/**
 * Looks at the product, raises and clears alerts, and tells the people on duty. Everything it remembers is in the ledger, so that any
 * process may go on where another one ended; two at once store and send nothing twice.
 */
export class AlertWatch {
  constructor(private readonly options: AlertWatchOptions) {}

  /** Looks again and again until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.look().catch(this.options.onFault);
      await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** One look, and what follows from it. */
  async look(): Promise<void> {
    const { streams, thresholds, observe, newReviews, channels, now } = this.options;
    const { findings, unsure } = findingsOf(await observe(), thresholds);
    await streams.decide(
      (alerts) => decideFindings(alerts, findings, unsure, randomUUID),
      systemContext(new Date(now())),
    );
    const before = await streams.current();
    const reviews = await newReviews(before);
    const told = await channels();
    await streams.decide(
      (alerts) =>
        // Another process may have told of them meanwhile: what is new is then asked again at the next look.
        alerts.reviewsUpTo !== before.reviewsUpTo || alerts.reviewsPosition !== before.reviewsPosition
          ? []
          : decideDigest(alerts, reviews, told, now(), randomUUID),
      systemContext(new Date(now())),
    );
    await Promise.all(dueTries(await streams.current(), now()).map((due) => this.try(due)));
  }

  private async try(due: DueTry): Promise<void> {
    const { streams, send, now, onFault } = this.options;
    const context = () => systemContext(new Date(now()));
    const claimed = await streams.decide((alerts) => decideTry(alerts, due, now()), context());
    if (claimed.length === 0 || due.givesUp) return;
    const { digest, channel } = due;
    try {
      await send(digest, channel);
    } catch (error) {
      return onFault(error);
    }
    const data = { digestId: digest.digestId, channel };
    await streams.decide(() => [{ type: 'AlertDigestTaken', data }], context());
  }
}
