import { ownEntry } from '../../contracts/own-entry.js';
import type { DataOf, LedgerEvent } from '../ledger-events.js';

/**
 * Five sums of kobo. In a correct ledger, funding equals wallets + holds + floats + fees. `floats` is the value
 * that vendors delivered, minus the money that we sent to them. `fees` is our income minus our losses.
 */
export const TERMS = ['wallets', 'holds', 'floats', 'fees', 'funding'] as const;
export type Term = (typeof TERMS)[number];
export type Moved = Readonly<Partial<Record<Term, bigint>>>;

type MovesMoney = Extract<LedgerEvent, { readonly data: { readonly postings: unknown } }>['type'];
type Statements = { readonly [Type in MovesMoney]: (data: DataOf<Type>) => Moved };

const kobo = (digits: string): bigint => BigInt(digits);

/** For each event type, computes from the event's amounts how much money moves. The `postings` are not used. */
const STATEMENTS: Statements = {
  WalletFunded({ provider, paid, charge, providerFee }) {
    const kept = provider === 'opening' ? 0n : kobo(providerFee);
    return {
      wallets: kobo(paid) - kobo(charge),
      fees: kobo(charge) - kept,
      funding: kobo(paid) - kept,
    };
  },
  PurchaseAccepted: ({ price }) => ({ wallets: -kobo(price), holds: kobo(price) }),
  PurchaseCaptured: ({ price, cost, released = '0' }) => ({
    holds: -kobo(price) - kobo(released),
    wallets: kobo(released),
    floats: kobo(cost),
    fees: kobo(price) - kobo(cost),
  }),
  PurchaseReleased: ({ price }) => ({ holds: -kobo(price), wallets: kobo(price) }),
  PurchaseReversed: ({ price, cost }) => ({
    wallets: kobo(price),
    floats: -kobo(cost),
    fees: kobo(cost) - kobo(price),
  }),
  LateSuccessDetected: ({ cost }) => ({ floats: kobo(cost), fees: -kobo(cost) }),
  UpgradeCharged: ({ amount }) => ({ wallets: -kobo(amount), fees: kobo(amount) }),
  BvnCharged: ({ amount }) => ({ wallets: -kobo(amount), fees: kobo(amount) }),
  WalletAdjusted: ({ delta }) => ({ wallets: kobo(delta), funding: kobo(delta) }),
  HouseFunded: ({ amount }) => ({ wallets: kobo(amount), funding: kobo(amount) }),
  ManualFundingCredited: ({ amount }) => ({ wallets: kobo(amount), funding: kobo(amount) }),
  FundingChargedBack: ({ amount, debited, loss, fee }) => ({
    wallets: -kobo(debited),
    fees: -kobo(loss) - kobo(fee),
    funding: -kobo(amount) - kobo(fee),
  }),
  ChargebackWon: ({ amount, credited, loss }) => ({
    wallets: kobo(credited),
    fees: kobo(loss),
    funding: kobo(amount),
  }),
  FundingUnmatched: ({ paid, settled }) => ({
    fees: kobo(settled) - kobo(paid),
    funding: kobo(settled) - kobo(paid),
  }),
  UnmatchedAssigned: ({ paid, settled }) => ({
    fees: kobo(paid) - kobo(settled),
    funding: kobo(paid) - kobo(settled),
  }),
  UnmatchedReturned: () => ({}),
  VendorFloatToppedUp: ({ amount }) => ({ floats: -kobo(amount), funding: -kobo(amount) }),
  PspSettled: ({ fee }) => ({ fees: -kobo(fee), funding: -kobo(fee) }),
};

export const statementOf = (type: string): ((data: never) => Moved) | undefined =>
  ownEntry(STATEMENTS, type) as ((data: never) => Moved) | undefined;
