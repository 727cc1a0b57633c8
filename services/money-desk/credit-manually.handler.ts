import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../infra/config/settings.js';
import { KEY_VAULT, type KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { RuleBroken } from '../contracts/errors.js';
import type { Kobo } from '../contracts/money.js';
import { likelyPayment } from '../funding/likely-same.js';
import { isOfProvider, takeSession } from '../funding/provider-payments.js';
import { isChanged } from '../wallet/wallet.state.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import type { MoneyMoved } from './adjust-wallet.handler.js';
import { approvalLimit, countAlone } from './alone/allowance.js';
import { knownApproval, requestApproval } from './approvals.js';
import { bankEntryStream, creditFromBank, takenUnder } from './bank-entries.js';
import type { AloneSettings } from './money-desk.settings.js';

export interface BankPayment {
  readonly userId: string;
  readonly amount: Kobo;
  readonly bank: string;
  /** Reference of the bank statement line, unique per bank. */
  readonly reference: string;
  readonly depositor: string;
  readonly evidence: string;
  readonly reason: string;
}

/**
 * Credits a wallet with a payment to our bank. A repeated `commandId` changes nothing. A second administrator
 * must agree above `ADJUSTMENT_APPROVAL_LIMIT`, and when a provider's payment may be the same money.
 */
export class CreditManually extends Command<MoneyMoved> {
  constructor(
    readonly payment: BankPayment,
    readonly context: EventContext,
    readonly commandId: string,
  ) {
    super();
  }
}

/**
 * @throws RuleBroken BANK_REFERENCE_USED, PAYMENT_OF_PROVIDER, APPROVAL_DECIDED, CHANGE_CONFLICT, and wallet refusals
 */
@CommandHandler(CreditManually)
export class CreditManuallyHandler implements ICommandHandler<CreditManually> {
  constructor(
    private readonly wallets: WalletStreams,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'seal' | 'loadKeys'>,
    @Inject(CONFIG) private readonly config: AloneSettings,
  ) {}

  async execute({ payment, context, commandId }: CreditManually): Promise<MoneyMoved> {
    const { userId, amount, bank, reference, depositor, evidence, reason } = payment;
    const { eventStore, wallets } = this;
    const taken = await takenUnder(eventStore, { bank, reference });
    if (taken !== undefined && taken !== commandId)
      throw new RuleBroken('BANK_REFERENCE_USED', { reference });
    await this.vault.loadKeys([userId]);
    const sealed = this.vault.seal(userId, { depositor });
    const entry = { amount: String(amount), bank, reference, evidence };
    const known = await knownApproval(eventStore, commandId);
    const now = await wallets.newest(userId);
    const isDone = isChanged(now, commandId);
    // A repeated command gets the answer of the first command, and `finishApproval` checks a granted request
    // again.
    const isNew = !known && !isDone && taken === undefined;
    if (isNew && (await isOfProvider(eventStore, reference, context)))
      throw new RuleBroken('PAYMENT_OF_PROVIDER', { reference });
    const likely = isNew
      ? await likelyPayment(eventStore, userId, amount, context.now)
      : known?.requested.likely;
    const limit = approvalLimit(this.config);
    const line = bankEntryStream(bank, reference);
    const movement = { commandId, subject: line, amount };
    if (known || likely || !(isDone || (await countAlone(eventStore, movement, limit, context)))) {
      const work = { type: 'credit', ...entry } as const;
      const wanted = {
        approvalId: commandId,
        userId,
        reason,
        work,
        sealed,
        ...(likely && { likely }),
      };
      const outcome = await requestApproval(eventStore, wanted, context);
      const { available } = await wallets.newest(userId);
      return { outcome, approvalId: commandId, ...(likely && { likely }), available };
    }
    if (isNew && !(await takeSession(eventStore, reference, line, context)))
      throw new RuleBroken('PAYMENT_OF_PROVIDER', { reference });
    const { wallet } = await creditFromBank(
      { eventStore, wallets },
      { ...entry, commandId, userId, reason, sealed },
      context,
    );
    return { outcome: 'applied', available: wallet.available };
  }
}
