import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { SnapshotStore } from '../../../infra/snapshots/snapshots.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import {
  adjust,
  buy,
  capture,
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

/** Commands that only an administrator may give. */
const BY_HAND: ReadonlySet<string> = new Set<WalletCommand['type']>(['AdjustWallet', 'FundHouse']);

/**
 * Writes two customers and one purchase per ending: `sold`, `failed`, `taken-back`, `open` and `late`.
 * @param alsoOpen ids of further open purchases
 */
export async function writeLedger(store: EventStore, alsoOpen: readonly string[] = []): Promise<void> {
  const wallets = new WalletStreams(store, noSnapshots);
  const ask = async (userId: string, command: WalletCommand): Promise<void> => {
    await wallets.handle(userId, command, {
      actor: { kind: BY_HAND.has(command.type) ? 'admin' : 'user', id: userId },
      correlationId: 'context',
      causationId: `${userId}-${JSON.stringify(command, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
      now: START,
    });
  };
  const tell = (purchaseId: string, type: string, more = {}): Promise<void> =>
    put(store, `purchase-${purchaseId}`, [
      type,
      { userId: 'ada', purchaseId, attempt: 1, vendor: 1, ...more },
    ]);
  await ask('ada', fund(100_000n));
  await put(store, 'funding-monnify-1', [
    'FundingVerified',
    {
      provider: 'monnify',
      transactionReference: 'ref-50000',
      accountReference: 'bola-1',
      userId: 'bola',
      paid: '50000',
      settled: '49500',
    },
  ]);
  await ask('bola', fund(50_000n, { provider: 'monnify', settled: 49_500n, charge: 1_000n }));
  await ask('bola', adjust(49_000n, 60_000n));
  await ask(HOUSE_USER_ID, fundHouse(500_000n));
  for (const purchaseId of ['sold', 'failed', 'taken-back', 'open', 'late', ...alsoOpen]) {
    await ask('ada', buy(purchaseId, 10_000n));
    await tell(purchaseId, 'PurchaseOpened', { service: 'airtime', price: '10000' });
    await tell(purchaseId, 'AttemptStarted');
  }
  await tell('sold', 'AttemptDelivered', { cost: '9700' });
  await ask('ada', capture('sold', 9_700n));
  for (const purchaseId of ['failed', 'late']) {
    await tell(purchaseId, 'AttemptFailed', { code: '016', blame: 'biller', charged: false });
    await ask('ada', release(purchaseId));
  }
  await tell('taken-back', 'AttemptDelivered', { cost: '9700' });
  await ask('ada', capture('taken-back', 9_700n));
  await tell('taken-back', 'VendorReversed', { code: '040', cost: '9700' });
  await ask('ada', reverse('taken-back', 9_700n));
  await tell('late', 'LateSuccessDetected', {
    cost: '9700',
    postings: [
      { account: 'vendor_loss', amount: '9700' },
      { account: 'vendor_float:1', amount: '-9700' },
    ],
  });
}
