import { HOUSE_USER_ID } from '../../ledger/streams.js';
import type { BankEntryEvent } from '../../money-desk/bank-entry.events.js';
import { bankEntryStream } from '../../money-desk/bank-entries.js';
import type { EventOf, Judges } from '../ledger-events.js';
import type { Problems } from '../problems.js';

type ByHand = EventOf<
  'WalletAdjusted' | 'HouseFunded' | 'ManualFundingCredited' | 'FundingChargedBack' | 'ChargebackWon'
>;
type LineOfBank = EventOf<BankEntryEvent['type']>;

/** Kobo that an event adds to the wallet. Negative when the event takes money from the wallet. */
function movedBy({ type, data }: ByHand): bigint {
  switch (type) {
    case 'WalletAdjusted':
      return BigInt(data.delta);
    case 'FundingChargedBack':
      return -BigInt(data.debited);
    case 'ChargebackWon':
      return BigInt(data.credited);
    default:
      return BigInt(data.amount);
  }
}

/**
 * Each change by an administrator to a wallet or bank entry must be stored once and have a reason. A wallet's
 * change must start from `availableBefore`.
 */
export class ChangeCheck {
  private readonly done = new Set<string>();

  constructor(private readonly problems: Problems) {}

  readonly judges = {
    WalletAdjusted: (event) => this.ofWallet(event),
    HouseFunded: (event) => this.ofWallet(event),
    ManualFundingCredited: (event) => this.ofWallet(event),
    FundingChargedBack: (event) => this.ofWallet(event),
    ChargebackWon: (event) => this.ofWallet(event),
    ManualFundingClaimed: (event) => this.ofBank(event),
    VendorFloatToppedUp: (event) => this.ofBank(event),
    PspSettled: (event) => this.ofBank(event),
    UnmatchedReturned: (event) => this.ofBank(event),
  } satisfies Judges & Record<BankEntryEvent['type'], unknown>;

  private ofBank(event: LineOfBank): void {
    const { type, data } = event;
    const wrong = (what: string): void => this.problems.add('change-wrong', event, `${event.type} ${what}`);
    if (event.stream !== bankEntryStream(data.bank, data.reference)) wrong('is not its line of the bank');
    if (event.revision !== 0)
      this.problems.add('changed-twice', event, `${data.reference} of ${data.bank} was booked before`);
    if (type === 'ManualFundingClaimed') return;
    this.signed(event, data.reason, wrong);
    if (BigInt(data.amount) <= 0n || (event.type === 'PspSettled' && BigInt(event.data.fee) < 0n))
      wrong('moves money the other way');
  }

  private signed(event: ByHand | LineOfBank, reason: string, wrong: (what: string) => void): void {
    if (event.actor.kind !== 'admin') wrong('was made by nobody who may');
    if (reason.trim() === '') wrong('has no reason');
  }

  private ofWallet(event: ByHand): void {
    const { userId, commandId, reason, availableBefore, availableAfter } = event.data;
    const wrong = (what: string): void => this.problems.add('change-wrong', event, `${event.type} ${what}`);
    this.signed(event, reason, wrong);
    const moved = movedBy(event);
    if (BigInt(availableBefore) + moved !== BigInt(availableAfter))
      wrong(`begins with ${availableBefore} kobo, moves ${moved} and ends with ${availableAfter}`);
    if (event.type === 'HouseFunded' && userId !== HOUSE_USER_ID) wrong('is not in the house wallet');
    const name = `${event.stream} ${commandId}`;
    if (this.done.has(name)) this.problems.add('changed-twice', event, `${commandId} was done before`);
    this.done.add(name);
  }
}
