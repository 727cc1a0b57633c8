import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';

/** All of it in one stream: an alert is raised now and then, and all of them are shown together. */
export const ALERTS_STREAM = 'alerts';

export const ALERT_RULES = [
  'old-purchase',
  'reaction-lag',
  'halted-view',
  'view-lag',
  'vendor-failing',
  'vendor-paused',
  'low-float',
  'low-disk',
  'review-waiting',
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
] as const;
export type AlertRule = (typeof ALERT_RULES)[number];

/** Something is wrong. `key` is the rule and what it is about; at most one alert of a key is open. */
export interface Raised {
  readonly alertId: string;
  readonly key: string;
  readonly rule: AlertRule;
  /** What is wrong, in one line without personal data. */
  readonly text: string;
  /** Id of the administrator whose doing it is; absent where it is nobody's. */
  readonly by?: string;
}

interface OfAlert {
  readonly alertId: string;
  readonly key: string;
}

/** What is told to everybody on duty at once. */
export interface Digest {
  readonly digestId: string;
  readonly alerts: readonly Raised[];
  /** Purchases that wait for a person's decision and were in no digest before. */
  readonly reviews: number;
  /** When the last of them was asked about, ISO 8601; the same as in the digest before when there is none. */
  readonly reviewsUpTo: string;
  /** Where in the log that was asked; absent in what older versions stored. */
  readonly reviewsPosition?: number;
  /** Where it is sent: `webhook`, and the ids of administrators. */
  readonly channels: readonly string[];
}

interface OfDigest {
  readonly digestId: string;
  readonly channel: string;
}

/**
 * What was wrong and who was told. A try is stored before anything is sent, at the revision that was read: of two processes one sends.
 */
export type AlertEvent =
  | NewEvent<'AlertRaised', Raised>
  | NewEvent<'AlertCleared', OfAlert>
  /** By an administrator, who is its actor. */
  | NewEvent<'AlertAcknowledged', OfAlert>
  | NewEvent<'AlertDigestWritten', Digest>
  | NewEvent<'AlertDigestTried', OfDigest>
  | NewEvent<'AlertDigestTaken', OfDigest>
  | NewEvent<'AlertDigestGivenUp', OfDigest>;

/** What a decision stores; ids, times and actor are added by who appends. */
export type AlertFact = AlertEvent extends infer Event
  ? Event extends AlertEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

/** The event of an alert with the shape its type says; undefined for a type that this version does not know. */
export const alertEvent = eventReader<AlertEvent>({
  AlertRaised: true,
  AlertCleared: true,
  AlertAcknowledged: true,
  AlertDigestWritten: true,
  AlertDigestTried: true,
  AlertDigestTaken: true,
  AlertDigestGivenUp: true,
});
