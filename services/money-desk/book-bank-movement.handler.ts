import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../infra/config/settings.js';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import type { Service } from '../contracts/services.js';
import type { FloatUse } from '../ledger/posting-rules.js';
import { HOUSE_USER_ID } from '../ledger/streams.js';
import { approvalLimit, countAlone } from './alone/allowance.js';
import type { BankMovement } from './approval.events.js';
import { knownApproval, requestApproval } from './approvals.js';
import { bankEntryStream } from './bank-entries.js';
import { bookBankLine, bookedUnder } from './book-bank-line.js';
import type { AloneSettings } from './money-desk.settings.js';

/**
 * `before` means that an earlier command has booked the same bank statement line. `waiting` means that a second
 * administrator must agree.
 */
export type BankMovementOutcome = 'booked' | 'before' | 'waiting';

export const floatUseOf = (sold: readonly Service[]): FloatUse =>
  sold.every((service) => service === 'transfer') ? 'transfers' : 'purchases';

/** Books a bank statement line. Above `ADJUSTMENT_APPROVAL_LIMIT`, a second administrator must agree. */
export class BookBankMovement extends Command<BankMovementOutcome> {
  constructor(
    readonly movement: BankMovement,
    readonly reason: string,
    readonly context: EventContext,
    /** Idempotency key. */
    readonly commandId: string,
  ) {
    super();
  }
}

/** @throws RuleBroken BANK_REFERENCE_USED, CHANGE_CONFLICT */
@CommandHandler(BookBankMovement)
export class BookBankMovementHandler implements ICommandHandler<BookBankMovement> {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(CONFIG) private readonly config: AloneSettings,
  ) {}

  async execute({ movement, reason, context, commandId }: BookBankMovement): Promise<BankMovementOutcome> {
    const { eventStore } = this;
    const known = await bookedUnder(eventStore, movement);
    if (known !== undefined) return known === commandId ? 'booked' : 'before';
    const limit = approvalLimit(this.config);
    const { bank, reference } = movement.line;
    const count = { commandId, subject: bankEntryStream(bank, reference), amount: movedBy(movement) };
    const asked = await knownApproval(eventStore, commandId);
    if (asked || !(await countAlone(eventStore, count, limit, context))) {
      const wanted = { approvalId: commandId, userId: HOUSE_USER_ID, reason, work: movement };
      const outcome = await requestApproval(eventStore, wanted, context);
      return outcome === 'applied' ? 'booked' : 'waiting';
    }
    const id = await bookBankLine(eventStore, movement, { commandId, reason }, context);
    return id === commandId ? 'booked' : 'before';
  }
}

const movedBy = ({ type, line }: BankMovement): bigint =>
  BigInt(line.amount) + (type === 'settlement' ? BigInt(line.fee) : 0n);
