import { Command, CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import type { CommandMeta, Executed } from './wallet.execution.js';
import { WalletStreams } from './wallet.streams.js';

/** Opens the wallet of a new customer; nothing when it is open. */
export class OpenWallet extends Command<Executed> {
  constructor(
    readonly userId: string,
    readonly meta: CommandMeta,
  ) {
    super();
  }
}

@CommandHandler(OpenWallet)
export class OpenWalletHandler implements ICommandHandler<OpenWallet> {
  constructor(private readonly wallets: WalletStreams) {}

  execute({ userId, meta }: OpenWallet): Promise<Executed> {
    return this.wallets.execute(userId, { type: 'OpenWallet' }, meta);
  }
}
