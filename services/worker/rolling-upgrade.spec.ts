import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore, NewEvent, ReadStreamOptions } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { newEvent } from '../../infra/event-store/testing/new-event.js';
import { followChanges } from '../runtime/follow-changes.js';
import type { FollowedChanges } from '../runtime/follow-changes.js';
import type { RuleBroken } from '../contracts/errors.js';
import { eventually, PurchaseWorld } from '../purchases/testing/purchase-world.js';
import type { UnreadableWallet } from '../wallet/unreadable-wallet.js';
import { walletStream } from '../ledger/streams.js';

const NEW_TYPE = 'WalletOfTomorrow';

/** A version that knows one event type more. */
class NewerVersion extends MemoryEventStore {
  constructor(private readonly log: EventStore) {
    super();
  }
  override async readStream(stream: string, options?: ReadStreamOptions) {
    const events = await this.log.readStream(stream, options);
    return events.map((event) => (event.type === NEW_TYPE ? { ...event, type: 'WalletFunded' } : event));
  }
  override append: EventStore['append'] = (...args) => this.log.append(...args);
  override head: EventStore['head'] = (stream) => this.log.head(stream);
}

describe('a rolling upgrade that adds a type of event', () => {
  let world: PurchaseWorld;
  let changes: FollowedChanges;
  let errors: unknown[];
  let unreadable: UnreadableWallet[];
  beforeEach(() => {
    world = new PurchaseWorld(Object.assign(new MemoryEventStore(), { hasOtherWriters: true }));
    [errors, unreadable] = [[], []];
    world.wallets.onUnreadable = (why) => void unreadable.push(why);
    const logger = { warn: () => undefined, error: (facts: unknown) => void errors.push(facts) };
    changes = followChanges(world.store, 0, [world.wallets], logger);
  });
  afterEach(async () => {
    await world.worker?.stop();
    await changes.stop();
  });

  /** Appends as a process of the newer version does. */
  async function adjust(userId: string, available: string, held: string): Promise<void> {
    const stream = walletStream(userId);
    const payment = { provider: 'opening', transactionReference: 'adjustment', source: 'An administrator' };
    const data = { userId, ...payment, availableAfter: available, heldAfter: held };
    await world.store.append(stream, await world.store.head(stream), [newEvent(data, NEW_TYPE) as NewEvent]);
  }
  const settlementsOf = async (userId: string, purchaseId: string): Promise<string> =>
    (await world.settlements(userId, purchaseId)).join();

  it('blocks only the wallet with the new event on the old version, and settles it on the new one', async () => {
    let deliver = (): void => undefined;
    const delivered = new Promise<void>((resolve) => (deliver = resolve));
    world.vendor.onDispatch = async () => {
      await delivered;
      return { outcome: 'delivered' };
    };
    await world.fund('ada', 1_000_000n);
    await world.fund('bola', 1_000_000n);
    world.start();
    const ofAda = await world.buy('ada', 'first');
    const ofBola = await world.buy('bola', 'first');
    await eventually('both are sent', () => world.vendor.posts.length === 2);
    await adjust('ada', '2000000', '9900');
    const end = await world.store.lastPosition();
    await eventually('the old version has heard of it', () => changes.position() >= end);
    deliver();

    // Other wallets keep working on the old version.
    await eventually(
      'bola is served',
      async () => (await settlementsOf('bola', ofBola)) === 'PurchaseCaptured',
    );
    const later = await world.buy('bola', 'second');
    await eventually(
      'and served again',
      async () => (await settlementsOf('bola', later)) === 'PurchaseCaptured',
    );
    expect(await settlementsOf('ada', ofAda)).toBe('');
    await expect(world.buy('ada', 'second')).rejects.toMatchObject({ code: 'WALLET_UNAVAILABLE' });
    await expect(world.wallets.load('ada')).rejects.toMatchObject({ code: 'WALLET_UNAVAILABLE' });

    // The unreadable wallet is reported once, and its purchase stays open.
    expect(unreadable).toHaveLength(1);
    expect(unreadable[0]).toMatchObject({ userId: 'ada', type: NEW_TYPE });
    expect(world.wallets.unreadableCount).toBe(1);
    expect(world.worker!.health().openPurchases).toBe(1);
    expect(
      world.faults.some((fault) => (fault as { err?: RuleBroken }).err?.code === 'WALLET_UNAVAILABLE'),
    ).toBe(true);
    expect(errors).toEqual([]);

    // The new version settles the remaining purchase.
    await world.worker!.stop();
    world.reopenWallets(new NewerVersion(world.store));
    world.start();
    await eventually('ada is served', async () => (await settlementsOf('ada', ofAda)) === 'PurchaseCaptured');
    expect(await world.wallets.load('ada')).toMatchObject({ available: 2_000_000n, held: 0n });
  });
});
