import type { Stored } from '../../infra/event-store/event-store.js';
import type { AlertEvent, Digest, Raised } from './alert.events.js';

/** Times are Unix milliseconds. */
export interface Alert extends Raised {
  readonly raisedAt: number;
  readonly clearedAt?: number;
  readonly acknowledgedBy?: string;
  readonly acknowledgedAt?: number;
}

export interface PendingDigest extends Digest {
  readonly writtenAt: number;
  readonly waiting: ReadonlyMap<string, { readonly tries: number; readonly triedAt: number }>;
}

export interface Alerts {
  readonly open: ReadonlyMap<string, Alert>;
  readonly cleared: readonly Alert[];
  readonly untold: readonly Raised[];
  readonly digests: readonly PendingDigest[];
  readonly lastDigestAt: number;
  /** Time (ISO 8601) of the newest review that a digest has reported. */
  readonly reviewsUpTo: string;
  readonly reviewsPosition?: number;
}

export const NO_ALERTS: Alerts = {
  open: new Map(),
  cleared: [],
  untold: [],
  digests: [],
  lastDigestAt: -Infinity,
  reviewsUpTo: '',
};

const CLEARED_MAX = 20;

export function evolveAlerts(alerts: Alerts, event: Stored<AlertEvent>): Alerts {
  const at = Date.parse(event.at);
  switch (event.type) {
    case 'AlertRaised': {
      const open = new Map(alerts.open).set(event.data.key, { ...event.data, raisedAt: at });
      return { ...alerts, open, untold: [...alerts.untold, event.data] };
    }
    case 'AlertCleared': {
      const alert = alerts.open.get(event.data.key);
      if (!alert) return alerts;
      const open = new Map(alerts.open);
      open.delete(event.data.key);
      const cleared = [{ ...alert, clearedAt: at }, ...alerts.cleared].slice(0, CLEARED_MAX);
      return { ...alerts, open, cleared };
    }
    case 'AlertAcknowledged': {
      const alert = alerts.open.get(event.data.key);
      if (!alert) return alerts;
      const seen = { ...alert, acknowledgedBy: event.actor.id, acknowledgedAt: at };
      return { ...alerts, open: new Map(alerts.open).set(alert.key, seen) };
    }
    case 'AlertDigestWritten': {
      const waiting = new Map(event.data.channels.map((name) => [name, { tries: 0, triedAt: -Infinity }]));
      const digest = { ...event.data, writtenAt: at, waiting };
      const { reviewsUpTo, reviewsPosition = alerts.reviewsPosition } = event.data;
      return {
        ...alerts,
        untold: [],
        lastDigestAt: at,
        reviewsUpTo,
        digests: [...alerts.digests, digest],
        ...(reviewsPosition !== undefined && { reviewsPosition }),
      };
    }
    case 'AlertDigestTried':
      return withDigest(alerts, event.data.digestId, (waiting) => {
        const { tries } = waiting.get(event.data.channel) ?? { tries: 0 };
        waiting.set(event.data.channel, { tries: tries + 1, triedAt: at });
      });
    case 'AlertDigestTaken':
    case 'AlertDigestGivenUp':
      return withDigest(alerts, event.data.digestId, (waiting) => void waiting.delete(event.data.channel));
  }
}

const withDigest = (
  alerts: Alerts,
  digestId: string,
  change: (waiting: Map<string, { tries: number; triedAt: number }>) => void,
): Alerts => ({
  ...alerts,
  digests: alerts.digests.flatMap((digest) => {
    if (digest.digestId !== digestId) return [digest];
    const waiting = new Map(digest.waiting);
    change(waiting);
    return waiting.size > 0 ? [{ ...digest, waiting }] : [];
  }),
});
