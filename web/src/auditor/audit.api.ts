import type { AuditAnswer, AuditRead } from '../../../services/contracts/admin/audit.contract.js';
import { type AuditQuestion, auditRead } from '../api/audit-read.js';
import { api } from '../api/base-api.js';
import type { Failure } from '../api/failure.js';

export type AuditEventRow = AuditAnswer<'events'>['events'][number];
export type WholeEvent = AuditAnswer<'event'>;
export type Overview = AuditAnswer<'overview'>;
export type TrialBalanceLine = AuditAnswer<'trialBalance'>['lines'][number];

export type EventPlace =
  { readonly position: number } | { readonly stream: string; readonly revision: number };

export const placeOf = ({ position, stream, revision }: AuditEventRow): EventPlace =>
  position === null ? { stream, revision } : { position };

export const eventPath = (place: EventPlace): string =>
  `/audit/event?${new URLSearchParams(Object.entries(place).map(([name, value]) => [name, String(value)]))}`;

export type Provable = { readonly position: string } | { readonly reference: string };

type Told<Answer> = { readonly data: Answer } | { readonly error: Failure };

async function told<Name extends AuditRead>(
  name: Name,
  question: AuditQuestion,
  context: Parameters<typeof auditRead>[2],
): Promise<Told<AuditAnswer<Name>>> {
  const result = await auditRead(name, question, context);
  return 'data' in result ? { data: result.data } : { error: result.failure };
}

const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    auditOverview: build.query<Overview, void>({
      queryFn: (_, context) => told('overview', {}, context),
    }),
    auditEvent: build.query<WholeEvent, EventPlace>({
      queryFn: (place, context) => told('position' in place ? 'event' : 'streamEvent', { ...place }, context),
    }),
    auditTrialBalance: build.query<AuditAnswer<'trialBalance'>, string>({
      queryFn: (at, context) => told('trialBalance', { at }, context),
    }),
    auditProof: build.query<AuditAnswer<'eventProof'>, Provable>({
      queryFn: (provable, context) =>
        told('position' in provable ? 'eventProof' : 'receiptProof', { ...provable }, context),
    }),
    auditWhy: build.query<AuditAnswer<'why'>, string>({
      queryFn: (reference, context) => told('why', { reference }, context),
    }),
  }),
});

export const {
  useAuditOverviewQuery,
  useAuditEventQuery,
  useAuditTrialBalanceQuery,
  useAuditProofQuery,
  useAuditWhyQuery,
} = auditApi;
