import type { Kobo } from '../contracts/money.js';
import { lagosDayOf } from '../contracts/fields/lagos-day.js';
import type { Service } from '../contracts/services.js';
import { Newest } from './newest.state.js';
import type { ChargeKind } from './wallet.commands.js';
import type { PurchaseAccepted, WalletEvent } from './wallet.events.js';
import { DUPLICATE_WINDOW_MS, RECENT_MAX, SETTLED_MAX } from './wallet.limits.js';

/** Money held for a purchase that is not settled, with what an equal request has to be answered. */
export interface Hold {
  readonly price: Kobo;
  readonly service: Service;
  readonly requestDigest: string;
  readonly firstAnswer: PurchaseAccepted['firstAnswer'];
  readonly duplicateKey: string;
  readonly acceptedAtMs: number;
  readonly pinless?: true;
}

/** How a purchase ended. A captured one keeps what its reversal would have to give back. */
export type Settled =
  | { readonly outcome: 'released' | 'reversed' }
  | {
      readonly outcome: 'captured';
      readonly service: Service;
      readonly vendor: number;
      readonly price: string;
      readonly cost: string;
    };

/** All that the rules of one wallet need to know. Mutable: `evolve` owns it. */
export interface Wallet {
  readonly userId: string;
  opened: boolean;
  /** Of the last event folded, -1 when there is none. */
  revision: number;
  /** When the last event happened, UTC; empty when there is none. */
  lastAt: string;
  available: Kobo;
  held: Kobo;
  /** Purchases whose money is held, by id. */
  readonly open: Map<string, Hold>;
  /** The newest settled purchases. */
  readonly settled: Newest<Settled>;
  /** `provider|reference` of every payment credited. */
  readonly fundings: Set<string>;
  /** `kind|chargeId` of everything charged once, and `kind|commandId|what` of every change that a person made. */
  readonly charges: Set<string>;
  /** Duplicate key to the time it was last accepted. */
  readonly recent: Newest<number>;
  /** When `recent` last began a new half. */
  recentSinceMs: number;
  /** Spent without the PIN on the last Lagos day that saw it; what was given back does not count. */
  pinless: PinlessSpending;
}

export interface PinlessSpending {
  readonly day: number;
  readonly spent: Kobo;
}

export const emptyWallet = (userId: string, settledMax = SETTLED_MAX): Wallet => ({
  userId,
  opened: false,
  revision: -1,
  lastAt: '',
  available: 0n,
  held: 0n,
  open: new Map(),
  settled: new Newest(settledMax),
  fundings: new Set(),
  charges: new Set(),
  recent: new Newest(RECENT_MAX),
  recentSinceMs: 0,
  pinless: { day: 0, spent: 0n },
});

export const chargeKey = (kind: ChargeKind, chargeId: string): string => `${kind}|${chargeId}`;

/** A change that a person made is remembered by its id, and by its id with what it changed. */
export const changeKeys = (commandId: string, what: string): readonly [id: string, whole: string] => [
  `change|${commandId}`,
  `change|${commandId}|${what}`,
];

/** Whether a person has changed the wallet under this id before, in whichever way. */
export const isChanged = ({ charges }: Wallet, commandId: string): boolean =>
  charges.has(changeKeys(commandId, '')[0]);

/** What was changed, comparable. */
export const adjusted = (before: Kobo | string, after: Kobo | string): string => `${before} to ${after}`;
/** Whether what two persons agreed on came too late for this wallet. */
export const hasLapsed = ({ charges }: Wallet, commandId: string): boolean =>
  charges.has(changeKeys(commandId, LAPSED)[1]);
const LAPSED = 'lapsed';

export const credited = (amount: Kobo | string): string => `credit ${amount}`;
export const housed = (amount: Kobo | string): string => `house ${amount}`;

export const fundingKey = (provider: string, transactionReference: string): string =>
  `${provider}|${transactionReference}`;

/** How much the wallet remembers: what memory and snapshots cost. */
export const sizeOf = (wallet: Wallet): number =>
  wallet.open.size + wallet.settled.size + wallet.fundings.size + wallet.charges.size + wallet.recent.size;

/**
 * Whether this purchase was certainly never accepted up to the wallet's revision: the wallet remembers every purchase it
 * ever held money for, and this is none of them. False also when it may have forgotten it.
 */
export const neverAccepted = ({ open, settled }: Wallet, purchaseId: string): boolean =>
  !settled.forgets && !open.has(purchaseId) && !settled.has(purchaseId);

/** What folding needs of an event. */
export type WalletFact = WalletEvent extends infer Each
  ? Each extends WalletEvent
    ? Pick<Each, 'type' | 'at' | 'data'>
    : never
  : never;

/** Folds one event into the wallet and returns it. Takes ownership: the wallet given is the wallet changed. */
export function evolve(wallet: Wallet, event: WalletFact): Wallet {
  switch (event.type) {
    case 'WalletOpened':
      wallet.opened = true;
      break;
    case 'WalletFunded':
      wallet.fundings.add(fundingKey(event.data.provider, event.data.transactionReference));
      setBalances(wallet, event.data);
      break;
    case 'PurchaseAccepted':
      accept(wallet, event.data, Date.parse(event.at));
      setBalances(wallet, event.data);
      break;
    case 'PurchaseCaptured': {
      const { service, vendor, price, cost } = event.data;
      settle(wallet, event.data.purchaseId, { outcome: 'captured', service, vendor, price, cost });
      setBalances(wallet, event.data);
      break;
    }
    case 'PurchaseReleased':
      allowAgain(wallet, wallet.open.get(event.data.purchaseId));
      spendAgain(wallet, wallet.open.get(event.data.purchaseId));
      settle(wallet, event.data.purchaseId, RELEASED);
      setBalances(wallet, event.data);
      break;
    case 'PurchaseReversed':
      settle(wallet, event.data.purchaseId, REVERSED);
      setBalances(wallet, event.data);
      break;
    case 'UpgradeCharged':
    case 'BvnCharged':
      wallet.charges.add(chargeKey(event.type === 'BvnCharged' ? 'bvn' : 'upgrade', event.data.chargeId));
      if (event.data.pinless) spendPinless(wallet, BigInt(event.data.amount), Date.parse(event.at));
      setBalances(wallet, event.data);
      break;
    case 'WalletAdjusted': {
      const { commandId, availableBefore, availableAfter } = event.data;
      noteChange(wallet, commandId, adjusted(availableBefore, availableAfter));
      setBalances(wallet, event.data);
      break;
    }
    case 'AdjustmentLapsed':
      noteChange(wallet, event.data.commandId, LAPSED);
      break;
    case 'ManualFundingCredited':
      noteChange(wallet, event.data.commandId, credited(event.data.amount));
      setBalances(wallet, event.data);
      break;
    case 'HouseFunded':
      noteChange(wallet, event.data.commandId, housed(event.data.amount));
      setBalances(wallet, event.data);
      break;
    case 'FundingChargedBack':
    case 'ChargebackWon':
      noteChange(wallet, event.data.commandId, event.type);
      setBalances(wallet, event.data);
      break;
    default:
      // Skipping a fact that this version does not know would make every balance after it wrong.
      throw new Error(
        `wallet ${wallet.userId}: unknown event type ${String((event as { type: unknown }).type)}`,
      );
  }
  wallet.revision += 1;
  wallet.lastAt = event.at;
  return wallet;
}

const RELEASED: Settled = { outcome: 'released' };
const REVERSED: Settled = { outcome: 'reversed' };

function noteChange(wallet: Wallet, commandId: string, what: string): void {
  for (const key of changeKeys(commandId, what)) wallet.charges.add(key);
}

function setBalances(
  wallet: Wallet,
  after: { readonly availableAfter: string; readonly heldAfter: string },
): void {
  wallet.available = BigInt(after.availableAfter);
  wallet.held = BigInt(after.heldAfter);
}

function accept(wallet: Wallet, data: PurchaseAccepted, atMs: number): void {
  const hold: Hold = {
    price: BigInt(data.price),
    service: data.service,
    requestDigest: data.requestDigest,
    firstAnswer: data.firstAnswer,
    duplicateKey: data.duplicateKey,
    acceptedAtMs: atMs,
  };
  wallet.open.set(data.purchaseId, data.pinless ? { ...hold, pinless: true } : hold);
  if (data.pinless) spendPinless(wallet, hold.price, atMs);
  // After a whole window the older half is too old to matter.
  if (atMs - wallet.recentSinceMs >= DUPLICATE_WINDOW_MS) {
    wallet.recent.turn();
    wallet.recentSinceMs = atMs;
  }
  wallet.recent.set(data.duplicateKey, atMs);
}

function settle(wallet: Wallet, purchaseId: string, how: Settled): void {
  wallet.open.delete(purchaseId);
  wallet.settled.set(purchaseId, how);
}

/** What was given back was not sent: buying it again is no duplicate, unless the same was accepted once more since. */
function allowAgain(wallet: Wallet, hold: Hold | undefined): void {
  if (hold && wallet.recent.get(hold.duplicateKey) === hold.acceptedAtMs)
    wallet.recent.delete(hold.duplicateKey);
}

function spendPinless(wallet: Wallet, price: Kobo, atMs: number): void {
  const day = lagosDayOf(atMs);
  const spent = pinlessSpentOn(wallet, day) + price;
  wallet.pinless = { day: hasBegun(wallet, day + 1) ? day + 1 : day, spent };
}

/**
 * What was spent without the PIN on a Lagos day. Where the next day has begun already, by the clock of another process or before a
 * request that waited, it is the same as that day: two clocks around midnight would have the limit begin afresh at every turn. A day
 * further ahead is that of a clock which was wrong, and counts no more.
 */
export const pinlessSpentOn = (wallet: Pick<Wallet, 'pinless'>, day: number): Kobo =>
  hasBegun(wallet, day) || hasBegun(wallet, day + 1) ? wallet.pinless.spent : 0n;

const hasBegun = ({ pinless }: Pick<Wallet, 'pinless'>, day: number): boolean => pinless.day === day;

/** What was given back on the day it was held was not spent. */
function spendAgain(wallet: Wallet, hold: Hold | undefined): void {
  if (!hold?.pinless || wallet.pinless.day !== lagosDayOf(hold.acceptedAtMs)) return;
  wallet.pinless = { ...wallet.pinless, spent: wallet.pinless.spent - hold.price };
}
