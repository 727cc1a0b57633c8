import { expect } from '@jest/globals';
import { RuleBroken } from '../../contracts/errors.js';
import type { ErrorCode } from '../../contracts/errors.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import type { AcceptPurchase, AdjustWallet, FundWallet, WalletCommand } from '../wallet.commands.js';
import { decide } from '../wallet.decider.js';
import type { Known, WalletEventDraft } from '../wallet.decider.js';
import { emptyWallet, evolve } from '../wallet.state.js';
import type { Wallet, WalletFact } from '../wallet.state.js';

export const USER = 'ada';
export const START = new Date('2026-03-01T09:00:00.000Z');

export const later = (ms: number): Date => new Date(START.getTime() + ms);

export const fund = (paid: bigint, more: Partial<FundWallet> = {}): FundWallet => ({
  type: 'FundWallet',
  provider: 'opening',
  transactionReference: `ref-${paid}`,
  source: 'Opening balance',
  paid,
  settled: paid,
  charge: 0n,
  ...more,
});

/** Airtime purchase. `duplicateKey` stands for the recipient and is unique by default. */
export const buy = (
  purchaseId: string,
  price: bigint,
  more: Partial<AcceptPurchase> = {},
): AcceptPurchase => ({
  type: 'AcceptPurchase',
  purchaseId,
  reference: `NL-${purchaseId}`,
  service: 'airtime',
  product: { service: 'airtime', network: 1 },
  tier: 'regular',
  amount: price,
  discount: 0n,
  price,
  expectedCost: price - price / 50n,
  vendor: 1,
  requestDigest: `digest-${purchaseId}`,
  duplicateKey: `recipient-of-${purchaseId}`,
  firstAnswer: { message: 'Accepted', reference: `NL-${purchaseId}` },
  sealed: 'sealed',
  confirmDuplicate: false,
  ...more,
});

export const capture = (purchaseId: string, cost: bigint, vendor = 1): WalletCommand => ({
  type: 'CapturePurchase',
  purchaseId,
  vendor,
  cost,
});

export const capturePart = (
  purchaseId: string,
  cost: bigint,
  delivered: number,
  of: number,
): WalletCommand => ({
  type: 'CapturePurchase',
  purchaseId,
  vendor: 1,
  cost,
  part: { delivered, of },
});

export const release = (purchaseId: string): WalletCommand => ({
  type: 'ReleasePurchase',
  purchaseId,
  reason: 'declined',
});

export const reverse = (purchaseId: string, cost = 0n): WalletCommand => ({
  type: 'ReversePurchase',
  purchaseId,
  vendor: 1,
  cost,
  reason: 'vendor-reversed',
});

export const adjust = (before: bigint, after: bigint, more: Partial<AdjustWallet> = {}): AdjustWallet => ({
  type: 'AdjustWallet',
  commandId: `${before}-${after}`,
  kind: 'correction',
  reason: 'Credited twice by mistake',
  before,
  after,
  ...more,
});

export const fundHouse = (amount: bigint, commandId = `house-${amount}`): WalletCommand => ({
  type: 'FundHouse',
  commandId,
  amount,
  reason: 'Stock for the counter',
});

export function run(wallet: Wallet, command: WalletCommand, known: Known): WalletEventDraft[] {
  const drafts = decide(command, wallet, known);
  for (const draft of drafts) evolve(wallet, { ...draft, at: known.now.toISOString() } as WalletFact);
  return drafts;
}

/** Wallet after the commands in `history`. */
export const given = (...history: readonly WalletCommand[]) => givenWalletOf(USER, history);
export const givenHouse = (...history: readonly WalletCommand[]) => givenWalletOf(HOUSE_USER_ID, history);

function givenWalletOf(userId: string, history: readonly WalletCommand[]) {
  const wallet = emptyWallet(userId);
  for (const command of history) run(wallet, command, { now: START });
  return {
    wallet,
    when(command: WalletCommand, known: Partial<Known> = {}) {
      const ask = (): WalletEventDraft[] => run(wallet, command, { now: START, ...known });
      return {
        thenExpect: (check: (drafts: WalletEventDraft[], wallet: Wallet) => void): void =>
          check(ask(), wallet),
        thenOnce: (): void => expect(ask()).toHaveLength(1),
        thenNothing: (): void => expect(ask()).toEqual([]),
        thenRefused: (code: ErrorCode, message?: string): void => expectRefusal(ask, code, message),
      };
    },
  };
}

function expectRefusal(ask: () => unknown, code: ErrorCode, message?: string): void {
  try {
    ask();
  } catch (error) {
    expect(error).toBeInstanceOf(RuleBroken);
    expect((error as RuleBroken).code).toBe(code);
    if (message !== undefined) expect((error as RuleBroken).message).toBe(message);
    return;
  }
  throw new Error(`expected ${code}`);
}
