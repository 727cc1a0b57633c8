import type { AuditEventRow } from '../../contracts/admin/audit-event.contract.js';
import type { WhyCharged } from '../../contracts/admin/why.contract.js';

type Actor = AuditEventRow['actor'];

export function actorsIn({
  accepted,
  tier,
  change,
  rules,
  vendor,
  attempts,
  followed,
}: WhyCharged): readonly Actor[] {
  const sets = [
    tier.set,
    vendor.set,
    ...rules.map(({ set }) => set),
    ...attempts.map(({ rule }) => rule.set),
  ];
  const pauses = [vendor, ...attempts.map(({ rule }) => rule)].flatMap(({ inTurn }) =>
    inTurn.map(({ paused }) => paused),
  );
  const rows = [
    accepted,
    change,
    ...pauses,
    ...sets.flatMap(({ event, scheduledBy }) => [event, scheduledBy]),
    ...followed.flatMap(({ event, decidedBy }) => [event, decidedBy]),
  ];
  return [...new Map(rows.flatMap((row) => (row ? [[row.actor.id, row.actor] as const] : []))).values()];
}
