import { ownEntry } from '../../contracts/own-entry.js';
import type { DataOf, LedgerEvent } from '../ledger-events.js';

/**
 * Where money is, in five sums of kobo: what customers can spend, what is held for their purchases, what vendors were given the worth of, what was earned
 * (losses taken off), and what came in from outside. wallets + holds + floats + fees - funding is 0.
 */
export const TERMS = ['wallets', 'holds', 'floats', 'fees', 'funding'] as const;
export type Term = (typeof TERMS)[number];
export type Moved = Readonly<Partial<Record<Term, bigint>>>;

type MovesMoney = Extract<LedgerEvent, { readonly data: { readonly postings: unknown } }>['type'];
type Statements = { readonly [Type in MovesMoney]: (data: DataOf<Type>) => Moved };

const kobo = (digits: string): bigint => BigInt(digits);

/**
 * What each event moves, by the amounts it states of itself (price, cost, paid, charge ...) and without its postings. An event that carries
 * postings and is not here does not compile.
 */
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
  // What came in for nobody is owed to whoever paid it: only the provider's fee is gone.
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

/** Undefined of a type that moves no money. */
export const statementOf = (type: string): ((data: never) => Moved) | undefined =>
  ownEntry(STATEMENTS, type) as ((data: never) => Moved) | undefined;
