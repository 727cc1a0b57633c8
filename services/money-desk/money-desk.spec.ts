import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Global, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { EVENT_STORE } from '../../infra/event-store/event-store.js';
import { SNAPSHOTS } from '../../infra/snapshots/snapshots.js';
import { HOUSE_USER_ID } from '../ledger/house.js';
import { walletStream } from '../ledger/streams.js';
import { fund, START, USER } from '../wallet/testing/given-wallet.js';
import { context, WalletWorld } from '../wallet/testing/wallet-world.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { AdjustWallet } from './adjust-wallet.handler.js';
import { FundHouse } from './fund-house.handler.js';
import { MoneyDeskModule } from './money-desk.module.js';

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

@Module({ imports: [ProcessModule, MoneyDeskModule] })
class RootModule {}

let app: INestApplicationContext;
beforeAll(async () => {
  app = await NestFactory.createApplicationContext(RootModule, { logger: false });
  await app.get(WalletStreams, { strict: false }).handle(USER, fund(1_000n), context);
});
afterAll(() => app.close());

const grace = { actor: { kind: 'admin', id: 'grace' }, correlationId: 'c', now: START } as const;

describe('the commands of administrators', () => {
  it('change a balance once, by an event that says who and why', async () => {
    const change = new AdjustWallet(USER, { before: 1_000n, after: 400n }, 'Paid twice', grace, 'form-1');
    const bus = app.get(CommandBus);
    expect(await bus.execute(change)).toEqual({ outcome: 'applied', available: 400n });
    expect(await bus.execute(change)).toEqual({ outcome: 'applied', available: 400n });
    const [stored, ...more] = (await world.store.readStream(walletStream(USER))).slice(2);
    expect(more).toEqual([]);
    expect(stored).toMatchObject({
      type: 'WalletAdjusted',
      actor: grace.actor,
      data: { delta: '-600', reason: 'Paid twice', kind: 'correction' },
    });
  });

  it('fund the house once', async () => {
    const bus = app.get(CommandBus);
    const stock = new FundHouse(5_000n, 'Stock', grace, 'form-2');
    expect([await bus.execute(stock), await bus.execute(stock)]).toEqual([5_000n, 5_000n]);
    const stored = await world.store.readStream(walletStream(HOUSE_USER_ID));
    expect(stored.map(({ type, actor }) => [type, actor.id])).toEqual([
      ['WalletOpened', 'grace'],
      ['HouseFunded', 'grace'],
    ]);
  });
});
