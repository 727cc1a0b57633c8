import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { Administrators } from '../administrators/administrators.js';
import { may } from '../contracts/admin/administrators.contract.js';
import { RuleBroken } from '../contracts/errors.js';
import { Users } from '../customers/users.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { type Approval, isSettled } from './approval.decider.js';
import { approvalOf, decideApproval, finishApproval } from './approvals.js';

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
 * @throws RuleBroken APPROVAL_NOT_FOUND, APPROVAL_OWN, APPROVAL_DECIDED, APPROVAL_WITHOUT_ASKER, APPROVAL_TOO_NEW,
 *   and wallet refusals
 */
@CommandHandler(DecideApproval)
export class DecideApprovalHandler implements ICommandHandler<DecideApproval> {
  constructor(
    private readonly wallets: WalletStreams,
    private readonly administrators: Administrators,
    private readonly users: Users,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  async execute({ approvalId, decision, context }: DecideApproval): Promise<Approval> {
    const { eventStore, wallets, users } = this;
    const before = await approvalOf(eventStore, approvalId);
    if (decision.grant && before.standing === 'waiting') {
      await this.requireAsker(before.requestedBy.id);
      await this.requireSettled(before, context);
    }
    await decideApproval(eventStore, approvalId, decision, context);
    return finishApproval({ eventStore, wallets, users }, approvalId);
  }

  /** The requester must still have the permission `finance`. */
  private async requireAsker(userId: string): Promise<void> {
    const person = await this.users.current(userId);
    // Auditors and suspended administrators have no permissions.
    if (person && person.role !== 'user' && may(await this.administrators.current(person), ['finance']))
      return;
    throw new RuleBroken('APPROVAL_WITHOUT_ASKER');
  }

  private async requireSettled(approval: Approval, { actor, now }: EventContext): Promise<void> {
    if (!isSettled(approval, await this.administrators.acceptedAt(actor.id), now))
      throw new RuleBroken('APPROVAL_TOO_NEW', { who: 'You', what: 'approve it' });
    if (!isSettled(approval, await this.administrators.acceptedAt(approval.requestedBy.id), now))
      throw new RuleBroken('APPROVAL_TOO_NEW', { who: 'Whoever asked for this', what: 'ask for it' });
  }
}
