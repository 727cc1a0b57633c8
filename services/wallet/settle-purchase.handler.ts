import { Command, CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../infra/event-store/event-context.js';
import type { CapturePurchase, ReleasePurchase, ReversePurchase } from './wallet.commands.js';
import type { Executed } from './queue/wallet.batch.js';
import { WalletStreams } from './wallet.streams.js';

/** Captures, releases or reverses a purchase. A repeated command changes nothing. */
export class SettlePurchase extends Command<Executed> {
  constructor(
    readonly userId: string,
    readonly command: CapturePurchase | ReleasePurchase | ReversePurchase,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(SettlePurchase)
export class SettlePurchaseHandler implements ICommandHandler<SettlePurchase> {
  constructor(private readonly wallets: WalletStreams) {}

  /** @throws RuleBroken by the rules of wallets, OUTCOME_UNKNOWN, LEDGER_UNAVAILABLE, WALLET_UNAVAILABLE */
  execute({ userId, command, context }: SettlePurchase): Promise<Executed> {
    return this.wallets.handle(userId, command, context);
  }
}
