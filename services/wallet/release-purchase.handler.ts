import { Command, CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import type { ReleaseOrder } from './wallet.commands.js';
import type { CommandMeta, Executed } from './wallet.execution.js';
import { WalletStreams } from './wallet.streams.js';

/** Gives the hold of a failed purchase back. */
export class ReleasePurchase extends Command<Executed> {
  constructor(
    readonly userId: string,
    readonly failure: Omit<ReleaseOrder, 'type'>,
    readonly meta: CommandMeta,
  ) {
    super();
  }
}

@CommandHandler(ReleasePurchase)
export class ReleasePurchaseHandler implements ICommandHandler<ReleasePurchase> {
  constructor(private readonly wallets: WalletStreams) {}

  execute({ userId, failure, meta }: ReleasePurchase): Promise<Executed> {
    return this.wallets.execute(userId, { type: 'ReleasePurchase', ...failure }, meta);
  }
}
