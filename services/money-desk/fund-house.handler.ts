import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../infra/config/settings.js';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import type { Kobo } from '../contracts/money.js';
import { HOUSE_USER_ID, walletStream } from '../ledger/streams.js';
import { isChanged } from '../wallet/wallet.state.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import type { MoneyMoved } from './adjust-wallet.handler.js';
import { approvalLimit, countAlone } from './alone/allowance.js';
import { knownApproval, requestApproval } from './approvals.js';
import type { AloneSettings } from './money-desk.settings.js';

/**
 * Adds our own money to the wallet of `HOUSE_USER_ID`. Above `ADJUSTMENT_APPROVAL_LIMIT`, a second
 * administrator must agree.
 */
export class FundHouse extends Command<MoneyMoved> {
  constructor(
    readonly amount: Kobo,
    readonly reason: string,
    readonly context: EventContext,
    /** Idempotency key. */
    readonly commandId: string,
  ) {
    super();
  }
}

/** @throws RuleBroken CHANGE_CONFLICT, VALIDATION_FAILED, OUTCOME_UNKNOWN, LEDGER_UNAVAILABLE, WALLET_UNAVAILABLE */
@CommandHandler(FundHouse)
export class FundHouseHandler implements ICommandHandler<FundHouse> {
  constructor(
    private readonly wallets: WalletStreams,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(CONFIG) private readonly config: AloneSettings,
  ) {}

  async execute({ amount, reason, context, commandId }: FundHouse): Promise<MoneyMoved> {
    const { eventStore, wallets } = this;
    const known = await knownApproval(eventStore, commandId);
    const isDone = isChanged(await wallets.newest(HOUSE_USER_ID), commandId);
    const limit = approvalLimit(this.config);
    const movement = { commandId, subject: walletStream(HOUSE_USER_ID), amount };
    if (known || !(isDone || (await countAlone(eventStore, movement, limit, context)))) {
      const work = { type: 'house', amount: String(amount) } as const;
      const wanted = { approvalId: commandId, userId: HOUSE_USER_ID, reason, work };
      const outcome = await requestApproval(eventStore, wanted, context);
      const { available } = await wallets.newest(HOUSE_USER_ID);
      return { outcome, approvalId: commandId, available };
    }
    const command = { type: 'FundHouse', commandId, amount, reason } as const;
    const { wallet } = await wallets.handle(HOUSE_USER_ID, command, context);
    return { outcome: 'applied', available: wallet.available };
  }
}
