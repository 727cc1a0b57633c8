import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import type { SnapshotStore } from '../../../infra/snapshots/snapshots.js';
import { buy, capture, fund, release, reverse, USER } from '../testing/given-wallet.js';
import { WalletProcess } from '../testing/wallet-process.js';
import { walletStream } from '../../ledger/streams.js';
import { WalletLoader } from './wallet.loader.js';
import { fromSnapshot, toSnapshot } from './wallet.snapshot.js';
import { neverAccepted } from '../wallet.state.js';

const NO_SNAPSHOTS: SnapshotStore = {
  load: () => undefined,
  save: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/**
 * Purchases that `neverAccepted` rules out are not looked up. Here wallets drop purchases and load
 * snapshots in any order.
 */
const IDS = Array.from({ length: 8 }, (_, n) => `p${n}`);
const ENDS = ['held', 'released', 'captured', 'reversed'] as const;
const memory = fc.integer({ min: 1, max: 4 });
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ id: fc.constantFrom(...IDS), end: fc.constantFrom(...ENDS) }) },
    { weight: 1, arbitrary: fc.record({ snapshotFor: memory }) },
  ),
  { maxLength: 40 },
);

describe('a purchase that is not looked up', () => {
  it('was never accepted, for every dropped purchase and every snapshot', async () => {
    let skipped = 0;
    await fc.assert(
      fc.asyncProperty(memory, steps, async (settledMax, all) => {
        const store = new MemoryEventStore();
        const writer = new WalletProcess(store);
        const loader = new WalletLoader(store, NO_SNAPSHOTS, settledMax);
        let loaded = await loader.load(USER);
        await writer.ask(fund(100_000n));
        for (const step of all) {
          if ('snapshotFor' in step) {
            const kept: unknown = JSON.parse(JSON.stringify(toSnapshot(loaded.wallet, loaded.head)));
            const back = await fromSnapshot(USER, kept, store, step.snapshotFor);
            if (back) loaded = { ...back, unsaved: 0 };
          } else await live(writer, step.id, step.end);
          expect(await loader.catchUp(loaded)).toBe(true);
          const events = await store.readStream(walletStream(USER));
          const accepted = new Set(
            events.filter(({ type }) => type === 'PurchaseAccepted').map(({ data }) => data['purchaseId']),
          );
          const taken = IDS.filter((id) => neverAccepted(loaded.wallet, id));
          skipped += taken.length;
          expect(taken.filter((id) => accepted.has(id))).toEqual([]);
        }
      }),
      { numRuns: 300, seed: 20_260_402 },
    );
    expect(skipped).toBeGreaterThan(1_000);
  });
});

/** Buys, unless bought already, and settles as `end` says. */
async function live(writer: WalletProcess, id: string, end: (typeof ENDS)[number]): Promise<void> {
  const { open, settled } = await writer.wallets.load(USER);
  if (!open.has(id) && !settled.has(id)) await writer.ask(buy(id, 100n));
  if (end === 'released') await writer.ask(release(id));
  if (end === 'captured' || end === 'reversed') await writer.ask(capture(id, 90n));
  if (end === 'reversed') await writer.ask(reverse(id, 90n));
}
