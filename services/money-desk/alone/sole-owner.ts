import { SYSTEM } from '../../../infra/event-store/event-context.js';
import type { Json, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { isOwner } from '../../administrators/access/access.decider.js';
import { Administrators } from '../../administrators/administrators.js';
import { RuleBroken } from '../../contracts/errors.js';
import { isSettled } from '../approval.decider.js';
import { approvalOf, type ApprovalDeps, decideApproval, finishApproval } from '../approvals.js';

const ENDS: ReadonlySet<string> = new Set(['ApprovalGranted', 'ApprovalRefused', 'ApprovalLapsed']);

export const concernsSoleOwner = (type: string): boolean =>
  type === 'UserRegistered' || type === 'ApprovalRequested' || ENDS.has(type);

/**
 * Grants a request of an owner after `delayMs`, if the permission was not new at the request and
 * `hasOtherOwner` is false.
 */
export class SoleOwner {
  /** Roles of administrators and auditors at registration, by user id. */
  private readonly staff = new Map<string, 'admin' | 'auditor'>();
  /** Unix ms of each waiting request, by approval id. */
  private readonly waiting = new Map<string, number>();
  private readonly administrators: Administrators;

  constructor(
    private readonly deps: ApprovalDeps,
    private readonly delayMs: number,
  ) {
    this.administrators = new Administrators(deps.eventStore);
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

  async grantDue(now: number): Promise<void> {
    const due = Array.from(this.waiting).filter(([, at]) => now - at >= this.delayMs);
    if (due.length === 0) return;
    const owners = new Set(await this.owners());
    if (owners.size === 0) return;
    for (const [approvalId] of due) await this.grant(approvalId, owners, new Date(now));
  }

  private async grant(approvalId: string, owners: ReadonlySet<string>, now: Date): Promise<void> {
    const approval = await approvalOf(this.deps.eventStore, approvalId);
    const { standing, requestedBy, correlationId } = approval;
    if (standing !== 'waiting' || !owners.has(requestedBy.id)) return;
    const staff = Array.from(this.staff, ([userId, role]) => ({ userId, role }));
    if (await this.administrators.hasOtherOwner(staff, requestedBy.id, now)) return;
    const given = await this.administrators.givenAt(requestedBy.id, ['owner']);
    if (!isSettled(approval, given, now)) return;
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

  private async owners(): Promise<string[]> {
    const all = await Promise.all(
      Array.from(this.staff, ([userId, role]) => this.administrators.standing({ userId, role })),
    );
    return all.filter(isOwner).map(({ userId }) => userId);
  }
}
