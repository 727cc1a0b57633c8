import type { LogCounts } from '../../../infra/event-store/event-store.js';

/** Facts about the event store that health pages and metrics show, with their descriptions. */
export const LOG_FACTS = {
  log_late_seconds: 'Time that the process is behind the log.',
  log_appends: 'Appends since the start.',
  log_conflicts: 'Appends that met events of another process, since the start.',
  log_looks: 'Slow appends that were looked for, since the start.',
  log_drops: 'Subscriptions to the log that ended, since the start.',
} as const;

export interface FollowedLog {
  lateMs(): number;
  counts(): LogCounts;
}

export function logFacts(log: FollowedLog): Record<keyof typeof LOG_FACTS, number> {
  const { appends, conflicts, looks, drops } = log.counts();
  return {
    log_late_seconds: log.lateMs() / 1_000,
    log_appends: appends,
    log_conflicts: conflicts,
    log_looks: looks,
    log_drops: drops,
  };
}
