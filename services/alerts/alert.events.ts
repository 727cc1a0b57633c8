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
  'sweep-failing',
  'webhooks-limited',
  'clock-stepped',
  'view-damaged',
  'price-refused',
  'vendor-list-differs',
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

/** `key` names the rule and the subject of the alert. At most one alert of each `key` is open. */
export interface Raised {
  readonly alertId: string;
  readonly key: string;
  readonly rule: AlertRule;
  /** Text of the alert. It is one line and contains no personal data. */
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
  /** Number of purchases that began to wait for a review after the last digest. */
  readonly reviews: number;
  /**
   * Time (ISO 8601) of the newest review that any digest has reported. When `reviews` is 0, the
   * time is the same as in the last digest.
   */
  readonly reviewsUpTo: string;
  /**
   * Log position of the newest review that any digest has reported. Absent in events of older
   * versions.
   */
  readonly reviewsPosition?: number;
  /** Receivers of the digest. Each is `webhook` or the id of an administrator. */
  readonly channels: readonly string[];
}

interface OfDigest {
  readonly digestId: string;
  readonly channel: string;
}

/**
 * `AlertDigestTried` is appended before a digest is sent. Only one process can append at the expected revision,
 * so only one process sends the digest.
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
