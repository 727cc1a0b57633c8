import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { SnapshotStore } from '../../../infra/snapshots/snapshots.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import {
  lateSuccessPostings,
  settlementPostings,
  topUpPostings,
  unmatchedPostings,
} from '../../ledger/posting-rules.js';
import {
  adjust,
  buy,
  capture,
  capturePart,
  fund,
  fundHouse,
  release,
  reverse,
  START,
} from '../../wallet/testing/given-wallet.js';
import type { WalletCommand } from '../../wallet/wallet.commands.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { put } from './tampered-event-store.js';

const noSnapshots: SnapshotStore = {
  load: () => undefined,
  save: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

const PER_WALLET = 50;
const PRICE = 10_000n;
/** A minute and a second, so that Lagos days end between and within purchases. */
const STEP_MS = 61_000;

/** Commands of each kind of purchase, in turn. */
const ENDINGS: readonly ((purchaseId: string, n: bigint) => readonly WalletCommand[])[] = [
  (id, n) => [buy(id, PRICE + n), capture(id, 9_700n)],
  (id) => [buy(id, PRICE), release(id)],
  (id) => [buy(id, PRICE), capture(id, 9_700n), reverse(id, 9_700n)],
  (id) => [buy(id, PRICE)],
  (id, n) => [buy(id, PRICE, { service: 'transfer', fee: 1_000n }), capture(id, 9_000n + (n % 1_000n))],
  (id) => [buy(id, PRICE, { vendor: 2 }), capture(id, 10_001n, 2)],
  (id) => [buy(id, PRICE), capturePart(id, 4_850n, 1, 2)],
  (id) => [buy(id, PRICE), release(id)],
];
/** Index in `ENDINGS` of the purchase that the vendor delivers after the refund. */
const LATE = 7;

/** Customers with purchases of every ending over months, and bookings of administrators. */
export async function writePurchases(store: EventStore, purchases: number): Promise<void> {
  const wallets = new WalletStreams(store, noSnapshots);
  let asked = 0;
  const ask = async (userId: string, command: WalletCommand): Promise<void> => {
    asked += 1;
    await wallets.handle(userId, command, {
      actor: {
        kind: userId === HOUSE_USER_ID || command.type === 'AdjustWallet' ? 'admin' : 'user',
        id: userId,
      },
      correlationId: 'context',
      causationId: `${userId}-${asked}`,
      now: new Date(START.getTime() + asked * STEP_MS),
    });
  };
  const customer = async (number: number): Promise<void> => {
    const userId = `00000000-0000-4000-a000-${String(number + 1).padStart(12, '0')}`;
    await ask(
      userId,
      number % 2 === 0
        ? fund(1_000_000_000n)
        : fund(1_000_000_000n, { provider: 'monnify', settled: 999_000_000n, charge: 5_000n }),
    );
    const buys = Math.min(PER_WALLET, purchases - number * PER_WALLET);
    const late: string[] = [];
    await Promise.all(
      Array.from({ length: buys }, async (_, index) => {
        const n = number * PER_WALLET + index;
        const purchaseId = `purchase-${n}`;
        for (const command of ENDINGS[n % ENDINGS.length]!(purchaseId, BigInt(n))) await ask(userId, command);
        if (n % ENDINGS.length === LATE) late.push(purchaseId);
      }),
    );
    for (const purchaseId of late)
      await put(store, `purchase-${purchaseId}`, [
        'LateSuccessDetected',
        {
          cost: '9700',
          postings: [...lateSuccessPostings({ service: 'airtime', vendor: 1, cost: 9_700n })] as never,
        },
      ]);
  };
  await ask(HOUSE_USER_ID, fundHouse(500_000n));
  await ask(HOUSE_USER_ID, adjust(500_000n, 400_000n));
  await put(
    store,
    'bank-entries',
    ['VendorFloatToppedUp', { postings: topUpPostings('GT Bank', 1, 'purchases', 7_500_001n) as never }],
    ['PspSettled', { postings: settlementPostings('GT Bank', 'monnify', 900_000n, 1_075n) as never }],
    [
      'FundingUnmatched',
      { postings: unmatchedPostings({ provider: 'monnify', paid: 33_300n, settled: 33_000n }) as never },
    ],
  );
  for (let number = 0; number * PER_WALLET < purchases; number += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => number + index)
        .filter((each) => each * PER_WALLET < purchases)
        .map(customer),
    );
}
