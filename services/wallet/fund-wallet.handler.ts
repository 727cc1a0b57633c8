import { Command, CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import type { FundWalletOrder } from './wallet.commands.js';
import type { CommandMeta, Executed } from './wallet.execution.js';
import { WalletStreams } from './wallet.streams.js';

/** Credits a payment that its provider confirmed, once per reference. */
export class FundWallet extends Command<Executed> {
  constructor(
    readonly userId: string,
    readonly payment: Omit<FundWalletOrder, 'type'>,
    readonly meta: CommandMeta,
  ) {
    super();
  }
}

@CommandHandler(FundWallet)
export class FundWalletHandler implements ICommandHandler<FundWallet> {
  constructor(private readonly wallets: WalletStreams) {}

  execute({ userId, payment, meta }: FundWallet): Promise<Executed> {
    return this.wallets.execute(userId, { type: 'FundWallet', ...payment }, meta);
  }
}
