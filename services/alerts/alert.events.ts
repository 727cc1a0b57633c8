import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';

export const ALERTS_STREAM = 'alerts';

export const ALERT_RULES = [
  'old-purchase',
  'reaction-lag',
  'halted-view',
  'view-lag',
  'vendor-failing',
  'vendor-paused',
  'vendor-refuses',
  'sending-held',
  'low-float',
  'low-disk',
  'store-damaged',
  'review-waiting',
  'payment-unread',
  'clock-stepped',
  'view-damaged',
  'price-refused',
  'administrator-new',
  'terms-changed',
  'codes-guessed',
  'service-unsold',
  'sealing-stopped',
  'seals-unpublished',
  'audit-findings',
  'audit-unfinished',
  'audit-overdue',
  'log-went-back',
  'mail-failing',
] as const;
export type AlertRule = (typeof ALERT_RULES)[number];

/** `key` names the rule and its subject. At most one alert per `key` is open. */
export interface Raised {
  readonly alertId: string;
  readonly key: string;
  readonly rule: AlertRule;
  /** Text of the alert: one line without personal data. */
  readonly text: string;
  readonly by?: string;
}

interface OfAlert {
  readonly alertId: string;
  readonly key: string;
}

export interface Digest {
  readonly digestId: string;
  readonly alerts: readonly Raised[];
  /** Number of purchases in review that no earlier digest reported. */
  readonly reviews: number;
  /** Time of the newest reported review, ISO 8601; unchanged when `reviews` is 0. */
  readonly reviewsUpTo: string;
  /** Log position of the newest reported review; absent in older events. */
  readonly reviewsPosition?: number;
  /** Receivers of the digest: `webhook`, or ids of administrators. */
  readonly channels: readonly string[];
}

interface OfDigest {
  readonly digestId: string;
  readonly channel: string;
}

/**
 * `AlertDigestTried` is appended before sending, at the revision that was read, so only one of several
 * processes sends.
 */
export type AlertEvent =
  | NewEvent<'AlertRaised', Raised>
  | NewEvent<'AlertCleared', OfAlert>
  | NewEvent<'AlertAcknowledged', OfAlert>
  | NewEvent<'AlertDigestWritten', Digest>
  | NewEvent<'AlertDigestTried', OfDigest>
  | NewEvent<'AlertDigestTaken', OfDigest>
  | NewEvent<'AlertDigestGivenUp', OfDigest>;

export type AlertFact = AlertEvent extends infer Event
  ? Event extends AlertEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

export const alertEvent = eventReader<AlertEvent>({
  AlertRaised: true,
  AlertCleared: true,
  AlertAcknowledged: true,
  AlertDigestWritten: true,
  AlertDigestTried: true,
  AlertDigestTaken: true,
  AlertDigestGivenUp: true,
});
