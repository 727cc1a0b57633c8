import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../infra/event-store/event-context.js';
import type { Kobo } from '../contracts/money.js';
import { HOUSE_USER_ID } from '../ledger/house.js';
import { WalletStreams } from '../wallet/wallet.streams.js';

/** Puts our own money where administrators buy from. Answers what can be spent there now. */
export class FundHouse extends Command<Kobo> {
  constructor(
    readonly amount: Kobo,
    readonly reason: string,
    readonly context: EventContext,
    /** The same again changes nothing more. */
    readonly commandId: string,
  ) {
    super();
  }
}

/** @throws RuleBroken CHANGE_CONFLICT, VALIDATION_FAILED, OUTCOME_UNKNOWN, LEDGER_UNAVAILABLE, WALLET_UNAVAILABLE */
@CommandHandler(FundHouse)
export class FundHouseHandler implements ICommandHandler<FundHouse> {
  constructor(private readonly wallets: WalletStreams) {}

  async execute({ amount, reason, context, commandId }: FundHouse): Promise<Kobo> {
    const command = { type: 'FundHouse', commandId, amount, reason } as const;
    const { wallet } = await this.wallets.handle(HOUSE_USER_ID, command, context);
    return wallet.available;
  }
}
