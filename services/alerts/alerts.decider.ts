import { RuleBroken } from '../contracts/errors.js';
import { isYounger } from '../contracts/stored-times.js';
import type { AlertFact, AlertRule } from './alert.events.js';
import type { Finding } from './alert-rules.js';
import type { Alerts, PendingDigest } from './alerts.state.js';

export const DIGEST_EVERY_MS = 600_000;
/**
 * Milliseconds between the first and the second try to send a digest. Each further wait is twice as
 * long, up to `RETRY_AFTER_MAX_MS`.
 */
const RETRY_AFTER_MS = 60_000;
const RETRY_AFTER_MAX_MS = 900_000;
const TRIES_MAX = 24;

/**
 * Opens an alert for each new finding. Clears an alert whose finding has disappeared, unless its rule is
 * `unsure` for lack of data.
 */
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

/** @throws RuleBroken ALERT_NOT_FOUND */
export function decideAcknowledge(alerts: Alerts, alertId: string): readonly AlertFact[] {
  const alert = [...alerts.open.values()].find((open) => open.alertId === alertId);
  if (!alert) throw new RuleBroken('ALERT_NOT_FOUND');
  if (alert.acknowledgedBy !== undefined) return [];
  return [{ type: 'AlertAcknowledged', data: { alertId, key: alert.key } }];
}

export type SeenReviews = Pick<Alerts, 'reviewsUpTo' | 'reviewsPosition'>;

export interface NewReviews extends SeenReviews {
  readonly reviews: number;
}

/**
 * Writes a digest when the last digest is older than `DIGEST_EVERY_MS`. Writes no digest when there
 * is no channel to send it to.
 */
export function decideDigest(
  alerts: Alerts,
  { reviews, reviewsUpTo, reviewsPosition }: NewReviews,
  channels: readonly string[],
  nowMs: number,
  newId: () => string,
): readonly AlertFact[] {
  if (alerts.untold.length === 0 && reviews === 0) return [];
  if (channels.length === 0 || isYounger(alerts.lastDigestAt, nowMs, DIGEST_EVERY_MS)) return [];
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

export interface DueTry {
  readonly digest: PendingDigest;
  readonly channel: string;
  readonly givesUp: boolean;
}

export const dueTries = (alerts: Alerts, nowMs: number): readonly DueTry[] =>
  alerts.digests.flatMap((digest) =>
    [...digest.waiting]
      .filter(([, { tries, triedAt }]) => !isYounger(triedAt, nowMs, pauseAfter(tries)))
      .map(([channel, { tries }]) => ({ digest, channel, givesUp: tries >= TRIES_MAX })),
  );

const pauseAfter = (tries: number): number =>
  tries === 0 ? 0 : Math.min(RETRY_AFTER_MS * 2 ** (tries - 1), RETRY_AFTER_MAX_MS);

/**
 * Begins a try to deliver a digest. Returns `[]` when another process has already begun this try.
 */
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
