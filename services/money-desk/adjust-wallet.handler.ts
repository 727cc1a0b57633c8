import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../infra/config/settings.js';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import type { AdjustmentKind } from '../contracts/admin/money-desk.contract.js';
import { RuleBroken } from '../contracts/errors.js';
import { formatNaira, type Kobo } from '../contracts/money.js';
import { walletStream } from '../ledger/streams.js';
import { isChanged } from '../wallet/wallet.state.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { approvalLimit, countAlone } from './alone/allowance.js';
import { knownApproval, requestApproval } from './approvals.js';
import type { AloneSettings } from './money-desk.settings.js';
import type { PaymentName } from '../funding/funding.events.js';

/** Balance that the administrator saw (`before`), and the new balance (`after`). */
export interface BalanceChange {
  readonly before: Kobo;
  readonly after: Kobo;
  /** Default `correction`. */
  readonly kind?: AdjustmentKind;
}

export interface MoneyMoved {
  readonly outcome: 'applied' | 'waiting';
  /** Absent when one administrator is enough. */
  readonly approvalId?: string;
  /**
   * Provider's payment that may be the same money. Such a credit waits for a second administrator.
   */
  readonly likely?: PaymentName;
  /** Kobo that can be spent. */
  readonly available: Kobo;
}

/**
 * Sets a wallet's balance. A repeated `commandId` changes nothing. Above `ADJUSTMENT_APPROVAL_LIMIT`, a
 * second administrator must agree.
 */
export class AdjustWallet extends Command<MoneyMoved> {
  constructor(
    readonly userId: string,
    readonly change: BalanceChange,
    readonly reason: string,
    readonly context: EventContext,
    readonly commandId: string,
  ) {
    super();
  }
}

@CommandHandler(AdjustWallet)
export class AdjustWalletHandler implements ICommandHandler<AdjustWallet> {
  constructor(
    private readonly wallets: WalletStreams,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(CONFIG) private readonly config: AloneSettings,
  ) {}

  /**
   * @throws RuleBroken STALE_EDIT when the balance is not `before`, CHANGE_CONFLICT when `commandId` was used
   * for another change, VALIDATION_FAILED, OUTCOME_UNKNOWN, LEDGER_UNAVAILABLE, WALLET_UNAVAILABLE
   */
  async execute(command: AdjustWallet): Promise<MoneyMoved> {
    const { userId, change, reason, context, commandId } = command;
    const { kind = 'correction', before, after } = change;
    const { eventStore } = this;
    const known = await knownApproval(eventStore, commandId);
    const now = await this.wallets.newest(userId);
    if (known) return this.ask(command, kind, now.available);
    if (!isChanged(now, commandId)) {
      requireSense(command, now.available);
      const amount = after > before ? after - before : before - after;
      const movement = { commandId, subject: walletStream(userId), amount };
      if (!(await countAlone(eventStore, movement, approvalLimit(this.config), context)))
        return this.ask(command, kind, now.available);
    }
    const { wallet } = await this.wallets.handle(
      userId,
      { type: 'AdjustWallet', commandId, kind, reason, before, after },
      context,
    );
    return { outcome: 'applied', available: wallet.available };
  }

  /**
   * A repeated command gets the answer of the first one, even when the balance has changed since.
   */
  private async ask(
    { userId, change: { before, after }, reason, context, commandId }: AdjustWallet,
    kind: AdjustmentKind,
    available: Kobo,
  ): Promise<MoneyMoved> {
    const work = { type: 'adjustment', kind, before: String(before), after: String(after) } as const;
    const wanted = { approvalId: commandId, userId, reason, work };
    const outcome = await requestApproval(this.eventStore, wanted, context);
    return { outcome, approvalId: commandId, available };
  }
}

/** Refuses an impossible change before it counts towards a limit or needs an approval. */
function requireSense({ change: { before, after }, reason }: AdjustWallet, available: Kobo): void {
  if (after < 0n)
    throw new RuleBroken('VALIDATION_FAILED', { field: 'after', reason: 'must not be below zero' });
  if (after === before)
    throw new RuleBroken('VALIDATION_FAILED', { field: 'after', reason: 'is what the balance is already' });
  if (reason.trim() === '')
    throw new RuleBroken('VALIDATION_FAILED', { field: 'reason', reason: 'must not be empty' });
  if (available !== before)
    throw new RuleBroken('STALE_EDIT', { what: 'The balance', now: formatNaira(available) });
}
