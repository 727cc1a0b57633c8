import { RuleBroken } from '../contracts/errors.js';
import { formatNaira } from '../contracts/money.js';
import type { Kobo } from '../contracts/money.js';
import type {
  AcceptPurchase,
  CapturePurchase,
  FundWallet,
  ReleasePurchase,
  ReversePurchase,
  WalletCommand,
} from './wallet.commands.js';
import { adjustWallet, creditManually, fundHouse } from './adjust.decider.js';
import { chargeBack, winChargeback } from './chargeback.decider.js';
import { chargeOnce, requireWithinPinless } from './charge.decider.js';
import type { PurchaseAccepted, WalletEvent } from './wallet.events.js';
import {
  capturePostings,
  fundPostings,
  holdPostings,
  releasePostings,
  reversePostings,
} from '../ledger/posting-rules.js';
import { DUPLICATE_WINDOW_MS } from './wallet.limits.js';
import { fundingKey } from './wallet.state.js';
import type { Hold, Settled, Wallet } from './wallet.state.js';

export type WalletEventDraft = WalletEvent extends infer Each
  ? Each extends WalletEvent
    ? Pick<Each, 'type' | 'data'>
    : never
  : never;

export interface Known {
  readonly now: Date;
  readonly closed?: Pick<PurchaseAccepted, 'requestDigest' | 'firstAnswer'> | undefined;
  readonly settled?: Settled | undefined;
}

/**
 * Returns no event when the command was applied before.
 * @throws RuleBroken
 */
export function decide(command: WalletCommand, wallet: Wallet, known: Known): WalletEventDraft[] {
  switch (command.type) {
    case 'OpenWallet':
      return wallet.opened ? [] : [{ type: 'WalletOpened', data: { userId: wallet.userId } }];
    case 'FundWallet':
      return fund(command, wallet);
    case 'AcceptPurchase':
      return earlierAnswer(command, wallet, known) ? [] : accept(command, wallet, known.now.getTime());
    case 'CapturePurchase': {
      const hold = holdOf(command.purchaseId, wallet, known);
      return hold ? [capture(command, hold, wallet)] : [];
    }
    case 'ReleasePurchase': {
      const hold = holdOf(command.purchaseId, wallet, known);
      return hold ? [release(command, hold, wallet)] : [];
    }
    case 'ReversePurchase':
      return reverse(command, wallet, known);
    case 'ChargeOnce':
      return chargeOnce(command, wallet, known.now.getTime());
    case 'AdjustWallet':
      return adjustWallet(command, wallet);
    case 'FundHouse':
      return fundHouse(command, wallet);
    case 'CreditManually':
      return creditManually(command, wallet);
    case 'ChargeBack':
      return chargeBack(command, wallet);
    case 'WinChargeback':
      return winChargeback(command, wallet);
  }
}

/** @throws RuleBroken IDEMPOTENCY_CONFLICT when the earlier request was a different one */
export function earlierAnswer(
  command: AcceptPurchase,
  wallet: Wallet,
  known: Known,
): PurchaseAccepted['firstAnswer'] | undefined {
  const earlier = wallet.open.get(command.purchaseId) ?? known.closed;
  if (!earlier) return undefined;
  if (earlier.requestDigest !== command.requestDigest) throw new RuleBroken('IDEMPOTENCY_CONFLICT');
  return earlier.firstAnswer;
}

function accept(command: AcceptPurchase, wallet: Wallet, nowMs: number): WalletEventDraft[] {
  const { price } = command;
  if (price <= 0n) throw new Error('a purchase has a price');
  const lastMs = wallet.recent.get(command.duplicateKey);
  // Use the absolute difference of the two times, because a fast clock may have stored a `lastMs` in the
  // future.
  const isRecent = lastMs !== undefined && Math.abs(nowMs - lastMs) < DUPLICATE_WINDOW_MS;
  if (isRecent && !command.confirmDuplicate) {
    throw new RuleBroken('POSSIBLE_DUPLICATE', {
      amount: formatNaira(command.amount),
      recipient: command.recipient ?? 'this recipient',
    });
  }
  const { pinlessLimit, fee } = command;
  requireWithinPinless(wallet, price, pinlessLimit, nowMs);
  if (wallet.available < price) {
    throw new RuleBroken('INSUFFICIENT_FUNDS', {
      available: formatNaira(wallet.available),
      short: formatNaira(price - wallet.available),
    });
  }
  const data: PurchaseAccepted = {
    userId: wallet.userId,
    purchaseId: command.purchaseId,
    reference: command.reference,
    service: command.service,
    product: command.product,
    tier: command.tier,
    amount: String(command.amount),
    discount: String(command.discount),
    price: String(price),
    expectedCost: String(command.expectedCost),
    ...(command.otherCosts && { otherCosts: command.otherCosts }),
    vendor: command.vendor,
    requestDigest: command.requestDigest,
    duplicateKey: command.duplicateKey,
    firstAnswer: command.firstAnswer,
    sealed: command.sealed,
    availableAfter: String(wallet.available - price),
    heldAfter: String(wallet.held + price),
    postings: holdPostings(wallet.userId, price),
  };
  if (fee === undefined && pinlessLimit === undefined) return [{ type: 'PurchaseAccepted', data }];
  const more = {
    ...(fee !== undefined && fee > 0n && { fee: String(fee) }),
    ...(pinlessLimit !== undefined && { pinless: true as const }),
  };
  return [{ type: 'PurchaseAccepted', data: { ...data, ...more } }];
}

/**
 * Returns undefined when the purchase is already settled.
 * @throws RuleBroken TRANSACTION_NOT_FOUND
 */
function holdOf(purchaseId: string, wallet: Wallet, known: Known): Hold | undefined {
  const hold = wallet.open.get(purchaseId);
  if (!hold && !settledOf(purchaseId, wallet, known)) throw new RuleBroken('TRANSACTION_NOT_FOUND');
  return hold;
}

const settledOf = (purchaseId: string, wallet: Wallet, known: Known): Settled | undefined =>
  wallet.settled.get(purchaseId) ?? known.settled;

type Draft<Type extends WalletEvent['type']> = Extract<WalletEventDraft, { type: Type }>;

function capture(
  command: Pick<CapturePurchase, 'purchaseId' | 'vendor' | 'cost' | 'part'>,
  hold: Hold,
  wallet: Wallet,
): Draft<'PurchaseCaptured'> {
  const { purchaseId, vendor, cost, part } = command;
  const { service } = hold;
  if (cost < 0n) throw new Error('a vendor never pays us for a delivery');
  const price = part ? shareOf(hold.price, part) : hold.price;
  const released = hold.price - price;
  return {
    type: 'PurchaseCaptured',
    data: {
      userId: wallet.userId,
      purchaseId,
      service,
      vendor,
      price: String(price),
      cost: String(cost),
      ...(part && { part: { delivered: part.delivered, of: part.of }, released: String(released) }),
      acceptedAt: new Date(hold.acceptedAtMs).toISOString(),
      availableAfter: String(wallet.available + released),
      heldAfter: String(wallet.held - hold.price),
      postings: capturePostings(wallet.userId, { service, vendor, price, cost }, released),
    },
  };
}

/**
 * Returns the price of the delivered pieces, rounded down to the kobo in favour of the customer.
 */
function shareOf(price: Kobo, { delivered, of }: { delivered: number; of: number }): Kobo {
  if (!Number.isSafeInteger(delivered) || !Number.isSafeInteger(of) || delivered < 1 || delivered >= of)
    throw new Error('a part is more than nothing and less than all');
  return (price * BigInt(delivered)) / BigInt(of);
}

function release(
  { purchaseId, reason, vendor }: ReleasePurchase,
  hold: Hold,
  wallet: Wallet,
): Draft<'PurchaseReleased'> {
  const { service, price } = hold;
  return {
    type: 'PurchaseReleased',
    data: {
      userId: wallet.userId,
      purchaseId,
      service,
      ...(vendor !== undefined && { vendor }),
      price: String(price),
      reason,
      availableAfter: String(wallet.available + price),
      heldAfter: String(wallet.held - price),
      postings: releasePostings(wallet.userId, price),
    },
  };
}

/**
 * Reverses a purchase. A price that is still held is first taken with `capture`, because only a delivered order
 * can be reversed.
 */
function reverse(command: ReversePurchase, wallet: Wallet, known: Known): WalletEventDraft[] {
  const hold = holdOf(command.purchaseId, wallet, known);
  if (hold) {
    const captured = capture(command, hold, wallet);
    return [captured, giveBack(command, captured.data, BigInt(captured.data.heldAfter), wallet)];
  }
  const settled = settledOf(command.purchaseId, wallet, known);
  return settled?.outcome === 'captured' ? [giveBack(command, settled, wallet.held, wallet)] : [];
}

type Captured = Omit<Extract<Settled, { outcome: 'captured' }>, 'outcome'>;

function giveBack(
  command: ReversePurchase,
  captured: Captured,
  held: Kobo,
  wallet: Wallet,
): Draft<'PurchaseReversed'> {
  const { service, vendor, price, cost } = captured;
  const sale = { service, vendor, price: BigInt(price), cost: BigInt(cost) };
  return {
    type: 'PurchaseReversed',
    data: {
      userId: wallet.userId,
      purchaseId: command.purchaseId,
      service,
      vendor,
      price,
      cost,
      reason: command.reason,
      availableAfter: String(wallet.available + sale.price),
      heldAfter: String(held),
      postings: reversePostings(wallet.userId, sale),
    },
  };
}

function fund(command: FundWallet, wallet: Wallet): WalletEventDraft[] {
  const { provider, transactionReference, source, paid, settled, charge, balanceDate } = command;
  if (wallet.fundings.has(fundingKey(provider, transactionReference))) return [];
  if (paid <= 0n || settled < 0n || charge < 0n || charge > paid)
    throw new Error('a payment credits what was paid');
  const credited = paid - charge;
  const funded: WalletEventDraft = {
    type: 'WalletFunded',
    data: {
      userId: wallet.userId,
      provider,
      transactionReference,
      source,
      paid: String(paid),
      charge: String(charge),
      providerFee: String(paid - settled),
      credited: String(credited),
      availableBefore: String(wallet.available),
      availableAfter: String(wallet.available + credited),
      heldAfter: String(wallet.held),
      ...(balanceDate !== undefined && { balanceDate }),
      postings: fundPostings(wallet.userId, { provider, paid, settled, charge }),
    },
  };
  return wallet.opened ? [funded] : [{ type: 'WalletOpened', data: { userId: wallet.userId } }, funded];
}
