import { RuleBroken } from '../contracts/errors.js';
import type { AlertFact, AlertRule } from './alert.events.js';
import type { Finding } from './alert-rules.js';
import type { Alerts, PendingDigest } from './alerts.state.js';

/** At most one digest in so long. */
export const DIGEST_EVERY_MS = 600_000;
/** A try that nobody heard the end of is repeated after this; each further one waits twice as long, up to the last. */
const RETRY_AFTER_MS = 60_000;
const RETRY_AFTER_MAX_MS = 900_000;
const TRIES_MAX = 24;

/** Raises what is found and not open, clears what is open and not found any more. */
export function decideFindings(
  alerts: Alerts,
  findings: readonly Finding[],
  unsure: ReadonlySet<AlertRule>,
  newId: () => string,
): readonly AlertFact[] {
  const found = new Set(findings.map(({ key }) => key));
  const raised = findings
    .filter(({ key }) => !alerts.open.has(key))
    .map((finding): AlertFact => ({ type: 'AlertRaised', data: { alertId: newId(), ...finding } }));
  const cleared = [...alerts.open.values()]
    .filter(({ key, rule }) => !found.has(key) && !unsure.has(rule))
    .map(({ alertId, key }): AlertFact => ({ type: 'AlertCleared', data: { alertId, key } }));
  return [...raised, ...cleared];
}

/** Nothing when somebody has acknowledged it already. @throws RuleBroken ALERT_NOT_FOUND */
export function decideAcknowledge(alerts: Alerts, alertId: string): readonly AlertFact[] {
  const alert = [...alerts.open.values()].find((open) => open.alertId === alertId);
  if (!alert) throw new RuleBroken('ALERT_NOT_FOUND');
  if (alert.acknowledgedBy !== undefined) return [];
  return [{ type: 'AlertAcknowledged', data: { alertId, key: alert.key } }];
}

/** Purchases that were put to a person, up to one of them. */
export type SeenReviews = Pick<Alerts, 'reviewsUpTo' | 'reviewsPosition'>;

/** Those that came after what a digest told of last, and the last of all. */
export interface NewReviews extends SeenReviews {
  readonly reviews: number;
}

/** Puts all that is new into one digest, unless there was one a moment ago or nobody is to be told. */
export function decideDigest(
  alerts: Alerts,
  { reviews, reviewsUpTo, reviewsPosition }: NewReviews,
  channels: readonly string[],
  nowMs: number,
  newId: () => string,
): readonly AlertFact[] {
  if (alerts.untold.length === 0 && reviews === 0) return [];
  if (channels.length === 0 || nowMs - alerts.lastDigestAt < DIGEST_EVERY_MS) return [];
  const data = {
    digestId: newId(),
    alerts: alerts.untold,
    reviews,
    reviewsUpTo,
    channels,
    ...(reviewsPosition !== undefined && { reviewsPosition }),
  };
  return [{ type: 'AlertDigestWritten', data }];
}

/** What is to be sent now, and where. */
export interface DueTry {
  readonly digest: PendingDigest;
  readonly channel: string;
  /** It was tried often enough. */
  readonly givesUp: boolean;
}

export const dueTries = (alerts: Alerts, nowMs: number): readonly DueTry[] =>
  alerts.digests.flatMap((digest) =>
    [...digest.waiting]
      .filter(([, { tries, triedAt }]) => nowMs - triedAt >= pauseAfter(tries))
      .map(([channel, { tries }]) => ({ digest, channel, givesUp: tries >= TRIES_MAX })),
  );

const pauseAfter = (tries: number): number =>
  tries === 0 ? 0 : Math.min(RETRY_AFTER_MS * 2 ** (tries - 1), RETRY_AFTER_MAX_MS);

/** Stored before it is sent; nothing when another process was faster. */
export function decideTry(
  alerts: Alerts,
  { digest: { digestId }, channel, givesUp }: DueTry,
  nowMs: number,
): readonly AlertFact[] {
  const due = dueTries(alerts, nowMs).some(
    (each) => each.digest.digestId === digestId && each.channel === channel,
  );
  if (!due) return [];
  return [{ type: givesUp ? 'AlertDigestGivenUp' : 'AlertDigestTried', data: { digestId, channel } }];
}
