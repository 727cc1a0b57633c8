import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../infra/config/settings.js';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import type { AdjustmentKind } from '../contracts/admin/money-desk.contract.js';
import { RuleBroken } from '../contracts/errors.js';
import { formatNaira, koboFromNaira, type Kobo } from '../contracts/money.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { approvalOf, requestApproval } from './approvals.js';
import type { MoneyDeskSettings } from './money-desk.settings.js';

/** What an administrator saw in a wallet, and what it should be. */
export interface BalanceChange {
  readonly before: Kobo;
  readonly after: Kobo;
  /** What it is booked as; a correction by default. */
  readonly kind?: AdjustmentKind;
}

/** What came of it. The same again answers the same. */
export interface MoneyMoved {
  /** `waiting`: nothing has happened yet, a second administrator has to agree. */
  readonly outcome: 'applied' | 'waiting';
  /** Present where a second administrator has to agree, or has. */
  readonly approvalId?: string;
  /** What can be spent now. */
  readonly available: Kobo;
}

/** What one administrator may move alone. */
export const approvalLimit = ({ ADJUSTMENT_APPROVAL_LIMIT }: MoneyDeskSettings): Kobo =>
  koboFromNaira(ADJUSTMENT_APPROVAL_LIMIT) ?? 0n;

/**
 * Makes a balance what it should be, or asks a second administrator when it changes much. The same `commandId` again, on any
 * process, changes nothing more. The actor of `context` is the administrator.
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
    @Inject(CONFIG) private readonly config: MoneyDeskSettings,
  ) {}

  /**
   * @throws RuleBroken STALE_EDIT when the balance is not what was seen, CHANGE_CONFLICT when the id was used for something
   * else, VALIDATION_FAILED, OUTCOME_UNKNOWN, LEDGER_UNAVAILABLE, WALLET_UNAVAILABLE
   */
  async execute(command: AdjustWallet): Promise<MoneyMoved> {
    const { userId, change, reason, context, commandId } = command;
    const { kind = 'correction', before, after } = change;
    const moved = after > before ? after - before : before - after;
    if (moved > approvalLimit(this.config)) return this.ask(command, kind);
    const { wallet } = await this.wallets.handle(
      userId,
      { type: 'AdjustWallet', commandId, kind, reason, before, after },
      context,
    );
    return { outcome: 'applied', available: wallet.available };
  }

  /** What cannot be done now need not be asked for; what was asked for is asked for already, however the balance moved since. */
  private async ask(
    { userId, change: { before, after }, reason, context, commandId }: AdjustWallet,
    kind: AdjustmentKind,
  ): Promise<MoneyMoved> {
    if (after < 0n)
      throw new RuleBroken('VALIDATION_FAILED', { field: 'after', reason: 'must not be below zero' });
    if (reason.trim() === '')
      throw new RuleBroken('VALIDATION_FAILED', { field: 'reason', reason: 'must not be empty' });
    const { available } = await this.wallets.newest(userId);
    const known = await approvalOf(this.eventStore, commandId).catch(unlessUnknown);
    if (!known && available !== before)
      throw new RuleBroken('STALE_EDIT', { what: 'The balance', now: formatNaira(available) });
    const work = { type: 'adjustment', kind, before: String(before), after: String(after) } as const;
    await requestApproval(this.eventStore, { approvalId: commandId, userId, reason, work }, context);
    const outcome = known?.standing === 'applied' ? 'applied' : 'waiting';
    return { outcome, approvalId: commandId, available };
  }
}

function unlessUnknown(error: unknown): undefined {
  if (error instanceof RuleBroken && error.code === 'APPROVAL_NOT_FOUND') return undefined;
  throw error;
}
