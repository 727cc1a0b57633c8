import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { EVENT_STORE } from '../../infra/event-store/event-store.js';
import { SNAPSHOTS } from '../../infra/snapshots/snapshots.js';
import { CapturePurchase } from './capture-purchase.handler.js';
import { FundWallet } from './fund-wallet.handler.js';
import { OpenWallet } from './open-wallet.handler.js';
import { ReleasePurchase } from './release-purchase.handler.js';
import { ReversePurchase } from './reverse-purchase.handler.js';
import { buy, fund, USER } from './testing/given-wallet.js';
import { meta, WalletWorld } from './testing/wallet-world.js';
import { WalletModule } from './wallet.module.js';
import { WalletStreams } from './wallet.streams.js';

const world = new WalletWorld();

/** What a process provides. */
@Global()
@Module({
  providers: [
    { provide: EVENT_STORE, useValue: world.store },
    { provide: SNAPSHOTS, useValue: world.snapshots },
  ],
  exports: [EVENT_STORE, SNAPSHOTS],
})
class ProcessModule {}

@Module({ imports: [ProcessModule, WalletModule] })
class RootModule {}

let app: INestApplicationContext;
beforeAll(async () => {
  app = await NestFactory.createApplicationContext(RootModule, { logger: false });
});
afterAll(() => app.close());

describe('the wallet module', () => {
  it('has a handler for each use case', async () => {
    const bus = app.get(CommandBus);
    const wallets = app.get(WalletStreams);
    await bus.execute(new OpenWallet(USER, meta));
    await bus.execute(new FundWallet(USER, fund(1_000n), meta));
    for (const id of ['a', 'b']) await wallets.execute(USER, buy(id, 100n), meta);
    await bus.execute(new CapturePurchase(USER, { purchaseId: 'a', vendor: 1, cost: 90n }, meta));
    await bus.execute(new ReleasePurchase(USER, { purchaseId: 'b', reason: 'declined' }, meta));
    const reversal = { purchaseId: 'a', vendor: 1, cost: 90n, reason: '040' };
    const { wallet } = await bus.execute(new ReversePurchase(USER, reversal, meta));
    expect(wallet).toMatchObject({ available: 1_000n, held: 0n });
    expect(await world.types()).toEqual([
      'WalletOpened',
      'WalletFunded',
      'PurchaseAccepted',
      'PurchaseAccepted',
      'PurchaseCaptured',
      'PurchaseReleased',
      'PurchaseReversed',
    ]);
  });
  it('finishes what is under way before it goes', async () => {
    const under = app.get(WalletStreams).execute(USER, buy('c', 100n), meta);
    await app.close();
    expect((await under).events).toHaveLength(1);
  });
});
