import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { HOUSE_USER_ID } from '../ledger/streams.js';
import { bankEntryEvent, type BankEntryEvent } from '../money-desk/bank-entry.events.js';
import { bankEntryStream } from '../money-desk/bank-entries.js';
import { walletEvent, type WalletEvent } from '../wallet/wallet.events.js';
import type { Problems } from './problems.js';

const BY_HAND = [
  ...(['WalletAdjusted', 'HouseFunded', 'ManualFundingCredited'] as const),
  ...(['FundingChargedBack', 'ChargebackWon'] as const),
] as const;
type ByHand = Extract<WalletEvent, { readonly type: (typeof BY_HAND)[number] }>;

const isByHand = (event: WalletEvent): event is ByHand => BY_HAND.some((type) => type === event.type);

/** What came into the wallet; negative what left it. */
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

/** What a person changed by hand has a name and a reason, begins where it says, and happened once. */
export class ChangeCheck {
  private readonly done = new Set<string>();

  constructor(private readonly problems: Problems) {}

  add(event: RecordedEvent): void {
    const known = walletEvent(event);
    if (known && isByHand(known)) this.addOfWallet(event, known);
    const line = bankEntryEvent(event);
    if (line) this.addOfBank(event, line);
  }

  /** Its stream is the line of the bank: there is one of each, and nothing after it. */
  private addOfBank(event: RecordedEvent, { type, data }: BankEntryEvent): void {
    const wrong = (what: string): void => this.problems.add('change-wrong', event, `${event.type} ${what}`);
    if (event.stream !== bankEntryStream(data.bank, data.reference)) wrong('is not its line of the bank');
    if (event.revision !== 0)
      this.problems.add('changed-twice', event, `${data.reference} of ${data.bank} was booked before`);
    if (type === 'ManualFundingClaimed') return;
    this.signed(event, data.reason, wrong);
    if (BigInt(data.amount) <= 0n || (type === 'PspSettled' && BigInt(data.fee) < 0n))
      wrong('moves money the other way');
  }

  private signed(event: RecordedEvent, reason: string, wrong: (what: string) => void): void {
    if (event.actor.kind !== 'admin') wrong('was made by nobody who may');
    if (reason.trim() === '') wrong('has no reason');
  }

  private addOfWallet(event: RecordedEvent, known: ByHand): void {
    const { userId, commandId, reason, availableBefore, availableAfter } = known.data;
    const wrong = (what: string): void => this.problems.add('change-wrong', event, `${event.type} ${what}`);
    this.signed(event, reason, wrong);
    const moved = movedBy(known);
    if (BigInt(availableBefore) + moved !== BigInt(availableAfter))
      wrong(`begins with ${availableBefore} kobo, moves ${moved} and ends with ${availableAfter}`);
    if (known.type === 'HouseFunded' && userId !== HOUSE_USER_ID) wrong('is not in the house wallet');
    const name = `${event.stream} ${commandId}`;
    if (this.done.has(name)) this.problems.add('changed-twice', event, `${commandId} was done before`);
    this.done.add(name);
  }
}
