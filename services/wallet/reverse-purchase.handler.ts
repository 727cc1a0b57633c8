import { Command, CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import type { ReverseOrder } from './wallet.commands.js';
import type { CommandMeta, Executed } from './wallet.execution.js';
import { WalletStreams } from './wallet.streams.js';

/** Returns the money of a delivery that the vendor took back. */
export class ReversePurchase extends Command<Executed> {
  constructor(
    readonly userId: string,
    readonly reversal: Omit<ReverseOrder, 'type'>,
    readonly meta: CommandMeta,
  ) {
    super();
  }
}

@CommandHandler(ReversePurchase)
export class ReversePurchaseHandler implements ICommandHandler<ReversePurchase> {
  constructor(private readonly wallets: WalletStreams) {}

  execute({ userId, reversal, meta }: ReversePurchase): Promise<Executed> {
    return this.wallets.execute(userId, { type: 'ReversePurchase', ...reversal }, meta);
  }
}
