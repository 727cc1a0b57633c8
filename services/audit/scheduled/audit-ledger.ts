import type { EventStore } from '../../../infra/event-store/event-store.js';
import { now } from '../../../infra/host/clock.js';
import { compareViews, type CompareViewsOptions, type ViewsComparison } from '../compare/compare-views.js';
import { findUnexplained, type Unexplained } from '../unexplained/unexplained.js';
import { verifyLedger, type VerifyOptions, type VerifyReport } from '../verify-ledger.js';
import type { LedgerAudited } from './audit.events.js';

export interface AuditLedgerOptions extends Omit<CompareViewsOptions, 'eventStore' | 'served'> {
  readonly eventStore: EventStore;
  readonly patience: VerifyOptions['patience'];
  readonly seals: VerifyOptions['seals'];
}

const LINES_MAX = 20;

export async function auditLedger(options: AuditLedgerOptions): Promise<LedgerAudited> {
  const { eventStore, signal, patience, seals } = options;
  const startedAt = now().toISOString();
  const faults: string[] = [];
  const tried = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      faults.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  const compared = await tried(() => compareViews({ ...options, served: true }));
  const unexplained = await tried(() => findUnexplained(eventStore, { signal }));
  const verified = await tried(() =>
    verifyLedger({
      eventStore,
      asOf: now(),
      onProgress: () => signal?.throwIfAborted(),
      ...(patience && { patience }),
      ...(seals && { seals }),
    }),
  );
  return {
    startedAt,
    position: verified?.position ?? unexplained?.position ?? compared?.position ?? 0,
    drift: compared?.drift ?? null,
    drifting: compared ? driftingIn(compared) : [],
    lines: linesOf(compared, unexplained, verified).slice(0, LINES_MAX),
    unexplained: unexplained?.kobo ?? null,
    problems: verified?.problemCount ?? null,
    unfinished: faults.length === 0 ? null : faults.join('; '),
  };
}

function driftingIn({ views, replayed }: ViewsComparison): LedgerAudited['drifting'] {
  const drifting = new Map(views.map(({ view, drift }) => [view, drift]));
  for (const { view } of replayed.examples) drifting.set(view, (drifting.get(view) ?? 0) + 1);
  return Array.from(drifting, ([view, drift]) => ({ view, drift })).filter(({ drift }) => drift > 0);
}

const linesOf = (
  compared: ViewsComparison | undefined,
  unexplained: Unexplained | undefined,
  verified: VerifyReport | undefined,
): string[] => [
  ...(compared?.problems ?? []),
  ...(compared?.examples ?? []).map(
    ({ view, key, what, columns }) =>
      `${view} ${key} ${what === 'differs' ? `differs: ${columns.map(({ column }) => column).join(', ')}` : `is ${what === 'extra' ? 'one too many' : what}`}`,
  ),
  ...(compared?.replayed.examples ?? []).map(
    ({ view, key }) => `${view} ${key} is not what a replay makes of it`,
  ),
  ...(unexplained?.places ?? []).map(
    ({ position, type, kobo }) => `event ${position}, ${type}, moves ${kobo} kobo other than it states`,
  ),
  ...(verified?.problems ?? []).map(({ rule, position }) => `verifying found ${rule} at event ${position}`),
];
