import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EVENT_STORE } from '../../infra/event-store/event-store.js';
import { SNAPSHOTS } from '../../infra/snapshots/snapshots.js';
import { buy, fund, USER } from './testing/given-wallet.js';
import { context, WalletWorld } from './testing/wallet-world.js';
import type { WalletCommand } from './wallet.commands.js';
import { WalletModule } from './wallet.module.js';
import { WalletStreams } from './wallet.streams.js';

const world = new WalletWorld();

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
  it('settles each outcome of a purchase', async () => {
    const wallets = app.get(WalletStreams);
    const settle = (command: WalletCommand) => wallets.handle(USER, command, context);
    await wallets.handle(USER, { type: 'OpenWallet' }, context);
    await wallets.handle(USER, fund(1_000n), context);
    for (const id of ['a', 'b']) await wallets.handle(USER, buy(id, 100n), context);
    await settle({ type: 'CapturePurchase', purchaseId: 'a', vendor: 1, cost: 90n });
    await settle({ type: 'ReleasePurchase', purchaseId: 'b', reason: 'declined' });
    const reversal = { purchaseId: 'a', vendor: 1, cost: 90n, reason: '040' };
    const { wallet } = await settle({ type: 'ReversePurchase', ...reversal });
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
  it('finishes running commands before it shuts down', async () => {
    const under = app.get(WalletStreams).handle(USER, buy('c', 100n), context);
    await app.close();
    expect((await under).events).toHaveLength(1);
  });
});
