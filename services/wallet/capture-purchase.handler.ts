import { Command, CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import type { CaptureOrder } from './wallet.commands.js';
import type { CommandMeta, Executed } from './wallet.execution.js';
import { WalletStreams } from './wallet.streams.js';

/** Turns the hold of a delivered purchase into a sale. */
export class CapturePurchase extends Command<Executed> {
  constructor(
    readonly userId: string,
    readonly delivery: Omit<CaptureOrder, 'type'>,
    readonly meta: CommandMeta,
  ) {
    super();
  }
}

@CommandHandler(CapturePurchase)
export class CapturePurchaseHandler implements ICommandHandler<CapturePurchase> {
  constructor(private readonly wallets: WalletStreams) {}

  execute({ userId, delivery, meta }: CapturePurchase): Promise<Executed> {
    return this.wallets.execute(userId, { type: 'CapturePurchase', ...delivery }, meta);
  }
}
