import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { OtherHand } from '../administrators/access/other-hand.js';
import { Administrators } from '../administrators/administrators.js';
import { may, type Permission } from '../contracts/admin/administrators.contract.js';
import { RuleBroken } from '../contracts/errors.js';
import { delaysAt } from '../customers/payouts/payout-delay.decider.js';
import { readStanding } from '../customers/standing.js';
import { Users } from '../customers/users.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { type Approval, isSettled } from './approval.decider.js';
import { BY_OWNERS, type Work } from './approval.events.js';
import { approvalOf, decideApproval, finishApproval } from './approvals.js';

/** Permissions by type of work. The requester needs at least one of them. All other work needs `finance`. */
const ASKER_NEEDS: Readonly<Partial<Record<Work['type'], readonly Permission[]>>> = {
  payouts: ['support', 'finance'],
  brand: ['owner'],
  legal: ['owner'],
  broadcast: ['support'],
};

/** Grants a request and does its work, or refuses it. */
export class DecideApproval extends Command<Approval> {
  constructor(
    readonly approvalId: string,
    readonly decision: { readonly grant: true } | { readonly grant: false; readonly reason: string },
    readonly context: EventContext,
  ) {
    super();
  }
}

/**
 * @throws RuleBroken APPROVAL_NOT_FOUND, APPROVAL_OWN, APPROVAL_OWN_CHANGE, APPROVAL_DECIDED,
 *   APPROVAL_WITHOUT_ASKER, APPROVAL_TOO_NEW, APPROVAL_SAME_HAND, PERMISSION_MISSING, and wallet refusals
 */
@CommandHandler(DecideApproval)
export class DecideApprovalHandler implements ICommandHandler<DecideApproval> {
  private readonly otherHand: OtherHand;

  constructor(
    private readonly wallets: WalletStreams,
    private readonly administrators: Administrators,
    private readonly users: Users,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {
    this.otherHand = new OtherHand(eventStore, administrators);
  }

  async execute({ approvalId, decision, context }: DecideApproval): Promise<Approval> {
    const { eventStore, wallets, users } = this;
    const before = await approvalOf(eventStore, approvalId);
    const isOwn = before.requestedBy.id === context.actor.id;
    if (before.standing === 'waiting' && (decision.grant || !isOwn))
      await this.requireDecider(before, context);
    if (decision.grant && before.standing === 'waiting') {
      await this.requireAsker(before);
      await this.requireStranger(before, context);
      await this.requireSettled(before, context);
      await this.otherHand.require(before.requestedBy.id, context.actor.id, context.now);
    }
    await decideApproval(eventStore, approvalId, decision, context);
    return finishApproval({ eventStore, wallets, users }, approvalId);
  }

  /** Refuses a grant when the administrator who requested the work has lost the permission. */
  private async requireAsker({ requestedBy, requested: { work } }: Approval): Promise<void> {
    const person = await this.users.current(requestedBy.id);
    const wanted = ASKER_NEEDS[work.type] ?? ['finance'];
    // Auditors and suspended administrators have no permissions.
    if (person && person.role !== 'user' && may(await this.administrators.current(person), wanted)) return;
    throw new RuleBroken('APPROVAL_WITHOUT_ASKER');
  }

  /** Requires an owner for the contacts of the brand, and for links and numbers of legal pages. */
  private async requireDecider({ requested }: Approval, { actor }: EventContext): Promise<void> {
    if (!BY_OWNERS.has(requested.work.type)) return;
    const person = await this.users.current(actor.id);
    if (person && person.role !== 'user' && may(await this.administrators.current(person), ['owner'])) return;
    throw new RuleBroken('PERMISSION_MISSING', { permission: 'owner' });
  }

  /**
   * While payouts of a customer wait, refuses the administrator who changed the account, and anyone who counts
   * as one with them.
   */
  private async requireStranger({ requested }: Approval, { actor, now }: EventContext): Promise<void> {
    const customer = await this.users.current(requested.userId);
    if (!customer || delaysAt(customer, now.getTime()).length === 0) return;
    const { payoutDelay } = (await readStanding(this.eventStore, customer.userId)).standing;
    for (const changer of payoutDelay?.by ?? []) {
      if (changer === actor.id) throw new RuleBroken('APPROVAL_OWN_CHANGE');
      await this.otherHand.require(changer, actor.id, now);
    }
  }

  private async requireSettled(approval: Approval, { actor, now }: EventContext): Promise<void> {
    const { requestedBy, requested } = approval;
    const needed: readonly Permission[] = BY_OWNERS.has(requested.work.type) ? ['owner'] : ['finance'];
    if (!isSettled(approval, await this.administrators.givenAt(actor.id, needed), now))
      throw new RuleBroken('APPROVAL_TOO_NEW', { who: 'You', what: 'approve it' });
    const asked = ASKER_NEEDS[requested.work.type] ?? ['finance'];
    if (!isSettled(approval, await this.administrators.givenAt(requestedBy.id, asked), now))
      throw new RuleBroken('APPROVAL_TOO_NEW', { who: 'Whoever asked for this', what: 'ask for it' });
  }
}
