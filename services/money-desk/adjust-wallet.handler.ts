import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../infra/event-store/event-context.js';
import type { AdjustmentKind } from '../contracts/admin/money-desk.contract.js';
import type { Kobo } from '../contracts/money.js';
import { WalletStreams } from '../wallet/wallet.streams.js';

/** What an administrator saw in a wallet, and what it should be. */
export interface BalanceChange {
  readonly before: Kobo;
  readonly after: Kobo;
  /** What it is booked as; a correction by default. */
  readonly kind?: AdjustmentKind;
}

/** What came of it. The same again answers the same. */
export interface Adjustment {
  readonly outcome: 'applied';
  /** What can be spent now. */
  readonly available: Kobo;
}

/**
 * Makes a balance what it should be. The same `commandId` again, on any process, changes nothing more.
 * The actor of `context` is the administrator.
 */
export class AdjustWallet extends Command<Adjustment> {
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
  constructor(private readonly wallets: WalletStreams) {}

  /**
   * @throws RuleBroken STALE_EDIT when the balance is not what was seen, CHANGE_CONFLICT when the id was used for something
   * else, VALIDATION_FAILED, OUTCOME_UNKNOWN, LEDGER_UNAVAILABLE, WALLET_UNAVAILABLE
   */
  async execute({ userId, change, reason, context, commandId }: AdjustWallet): Promise<Adjustment> {
    const { kind = 'correction', before, after } = change;
    const { wallet } = await this.wallets.handle(
      userId,
      { type: 'AdjustWallet', commandId, kind, reason, before, after },
      context,
    );
    return { outcome: 'applied', available: wallet.available };
  }
}
