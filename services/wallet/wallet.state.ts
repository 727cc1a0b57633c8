import type { Kobo } from '../contracts/money.js';
import { lagosDayOf } from '../contracts/fields/lagos-day.js';
import type { Service } from '../contracts/services.js';
import { Newest } from './newest.state.js';
import type { ChargeKind } from './wallet.commands.js';
import type { PurchaseAccepted, WalletEvent } from './wallet.events.js';
import { DUPLICATE_WINDOW_MS, RECENT_MAX, SETTLED_MAX } from './wallet.limits.js';

export interface Hold {
  readonly price: Kobo;
  readonly service: Service;
  readonly requestDigest: string;
  readonly firstAnswer: PurchaseAccepted['firstAnswer'];
  readonly duplicateKey: string;
  readonly acceptedAtMs: number;
  readonly pinless?: true;
}

export type Settled =
  | { readonly outcome: 'released' | 'reversed' }
  | {
      readonly outcome: 'captured';
      readonly service: Service;
      readonly vendor: number;
      readonly price: string;
      readonly cost: string;
    };

/** State of a wallet. Only the function `evolve` may change this state. */
export interface Wallet {
  readonly userId: string;
  opened: boolean;
  /** -1 when there is no event. */
  revision: number;
  /** UTC time of the last event. Empty when there is no event. */
  lastAt: string;
  available: Kobo;
  held: Kobo;
  /** Keys are purchase ids. */
  readonly open: Map<string, Hold>;
  readonly settled: Newest<Settled>;
  /** Keys of payments that were already credited. `fundingKey` makes these keys. */
  readonly fundings: Set<string>;
  /**
   * Keys of applied charges, and of applied changes by administrators. Made by `chargeKey` and `changeKeys`.
   */
  readonly charges: Set<string>;
  /** Unix ms of the last accepted purchase, by its `duplicateKey`. Equal purchases have the same key. */
  readonly recent: Newest<number>;
  recentSinceMs: number;
  /** Kobo spent without a PIN on the last Lagos day with such spending. */
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

/**
 * `id` shows that the change was made. `whole` also contains the content. A second change with the same id
 * but other content is therefore refused.
 */
export const changeKeys = (commandId: string, what: string): readonly [id: string, whole: string] => [
  `change|${commandId}`,
  `change|${commandId}|${what}`,
];

export const isChanged = ({ charges }: Wallet, commandId: string): boolean =>
  charges.has(changeKeys(commandId, '')[0]);

export const adjusted = (before: Kobo | string, after: Kobo | string): string => `${before} to ${after}`;
export const hasLapsed = ({ charges }: Wallet, commandId: string): boolean =>
  charges.has(changeKeys(commandId, LAPSED)[1]);
const LAPSED = 'lapsed';

export const credited = (amount: Kobo | string): string => `credit ${amount}`;
export const housed = (amount: Kobo | string): string => `house ${amount}`;

export const fundingKey = (provider: string, transactionReference: string): string =>
  `${provider}|${transactionReference}`;

export const sizeOf = (wallet: Wallet): number =>
  wallet.open.size + wallet.settled.size + wallet.fundings.size + wallet.charges.size + wallet.recent.size;

/** True when it is certain that the wallet has never accepted the purchase. */
export const neverAccepted = ({ open, settled }: Wallet, purchaseId: string): boolean =>
  !settled.forgets && !open.has(purchaseId) && !settled.has(purchaseId);

export type WalletFact = WalletEvent extends infer Each
  ? Each extends WalletEvent
    ? Pick<Each, 'type' | 'at' | 'data'>
    : never
  : never;

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
      // Refuse an unknown event, because skipping it would make all later balances wrong.
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
  // Drop the older half of `recent` after each `DUPLICATE_WINDOW_MS`, because older purchases are never
  // duplicates.
  if (Math.abs(atMs - wallet.recentSinceMs) >= DUPLICATE_WINDOW_MS) {
    wallet.recent.turn();
    wallet.recentSinceMs = atMs;
  }
  wallet.recent.set(data.duplicateKey, atMs);
}

function settle(wallet: Wallet, purchaseId: string, how: Settled): void {
  wallet.open.delete(purchaseId);
  wallet.settled.set(purchaseId, how);
}

/** Lets the customer repeat a refunded purchase at once, without confirming a possible duplicate. */
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
 * Returns the kobo spent without a PIN on a Lagos day. Also counts spending stored for the next day, because
 * the clock of another process may already be past midnight.
 */
export const pinlessSpentOn = (wallet: Pick<Wallet, 'pinless'>, day: number): Kobo =>
  hasBegun(wallet, day) || hasBegun(wallet, day + 1) ? wallet.pinless.spent : 0n;

const hasBegun = ({ pinless }: Pick<Wallet, 'pinless'>, day: number): boolean => pinless.day === day;

/**
 * Subtracts the price of a refunded purchase from `pinless`. Ignores purchases with a PIN and purchases of
 * another day.
 */
function spendAgain(wallet: Wallet, hold: Hold | undefined): void {
  if (!hold?.pinless || wallet.pinless.day !== lagosDayOf(hold.acceptedAtMs)) return;
  wallet.pinless = { ...wallet.pinless, spent: wallet.pinless.spent - hold.price };
}
