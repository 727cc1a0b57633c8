import { SYSTEM } from '../../../infra/event-store/event-context.js';
import type { Json, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { SteadyClock } from '../../../infra/host/steady-clock.js';
import { isOwner, NEW_FOR_MS } from '../../administrators/access/access.decider.js';
import { Administrators } from '../../administrators/administrators.js';
import { RuleBroken } from '../../contracts/errors.js';
import { approvalOf, type ApprovalDeps, decideApproval, finishApproval } from '../approvals.js';

const ENDS: ReadonlySet<string> = new Set(['ApprovalGranted', 'ApprovalRefused', 'ApprovalLapsed']);

export const concernsSoleOwner = (type: string): boolean =>
  type === 'UserRegistered' || type === 'ApprovalRequested' || ENDS.has(type);

/**
 * Grants a request of an owner after `delayMs`, if `hasOtherOwner` is false. The delay begins when the
 * permission is no longer new.
 */
export class SoleOwner {
  /** Roles of administrators and auditors at registration, by user id. */
  private readonly staff = new Map<string, 'admin' | 'auditor'>();
  /** Unix ms of each waiting request, by approval id. */
  private readonly waiting = new Map<string, number>();
  private readonly administrators: Administrators;
  private readonly clock: SteadyClock;

  constructor(
    private readonly deps: ApprovalDeps,
    private readonly delayMs: number,
  ) {
    this.administrators = new Administrators(deps.eventStore);
    this.clock = new SteadyClock(delayMs);
  }

  restore(state: Json | undefined): void {
    const { staff = {}, waiting = {} } = (state ?? {}) as {
      staff?: Record<string, 'admin' | 'auditor'>;
      waiting?: Record<string, number>;
    };
    for (const [id, role] of Object.entries(staff)) this.staff.set(id, role);
    for (const [id, at] of Object.entries(waiting)) this.waiting.set(id, at);
  }

  state(): Json {
    return { staff: Object.fromEntries(this.staff), waiting: Object.fromEntries(this.waiting) };
  }

  onRecorded({ type, data, at }: Pick<RecordedEvent, 'type' | 'data' | 'at'>): void {
    const { role } = data;
    if (type === 'UserRegistered' && (role === 'admin' || role === 'auditor'))
      this.staff.set(String(data['userId']), role);
    if (type === 'ApprovalRequested') this.waiting.set(String(data['approvalId']), Date.parse(at));
    if (ENDS.has(type)) this.waiting.delete(String(data['approvalId']));
  }

  async grantDue(wallMs: number, monotonicMs = wallMs): Promise<void> {
    const now = this.clock.read(wallMs, monotonicMs);
    const due = Array.from(this.waiting).filter(([, at]) => now - at >= this.delayMs);
    if (due.length === 0) return;
    const alone = await this.settledAt(new Date(now));
    if (alone.size === 0) return;
    for (const [approvalId, at] of due) {
      const isDue = (settledAt: number): boolean => now - Math.max(at, settledAt) >= this.delayMs;
      await this.grant(approvalId, isDue, alone, new Date(wallMs));
    }
  }

  private async grant(
    approvalId: string,
    isDue: (settledAt: number) => boolean,
    alone: ReadonlyMap<string, number>,
    now: Date,
  ): Promise<void> {
    const approval = await approvalOf(this.deps.eventStore, approvalId);
    const { standing, requestedBy, correlationId } = approval;
    const settledAt = alone.get(requestedBy.id);
    if (standing !== 'waiting' || settledAt === undefined || !isDue(settledAt)) return;
    const context = { actor: SYSTEM, correlationId, now };
    try {
      await decideApproval(this.deps.eventStore, approvalId, { grant: true }, context);
    } catch (error) {
      // Ignore the error, because the owner withdrew the request at the same moment.
      if (!(error instanceof RuleBroken)) throw error;
      return;
    }
    await finishApproval(this.deps, approvalId, now);
  }

  /** Owners without another owner. Value: Unix ms at which their permission is no longer new. */
  private async settledAt(now: Date): Promise<ReadonlyMap<string, number>> {
    const { administrators } = this;
    const staff = Array.from(this.staff, ([userId, role]) => ({ userId, role }));
    const alone = new Map<string, number>();
    for (const person of staff) {
      const { userId } = person;
      if (!isOwner(await administrators.standing(person))) continue;
      if (await administrators.hasOtherOwner(staff, userId, now)) continue;
      const given = await administrators.givenAt(userId, ['owner']);
      alone.set(userId, given === undefined ? 0 : Date.parse(given) + NEW_FOR_MS);
    }
    return alone;
  }
}
