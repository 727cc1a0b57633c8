import { expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { WalletProcess } from '../../wallet/testing/wallet-process.js';
import { PurchaseWorld } from '../testing/purchase-world.js';
import { FindAccepted, FindAcceptedHandler } from './find-accepted.handler.js';

it('finds the purchase accepted under a key by any process', async () => {
  const store = new MemoryEventStore();
  const world = new PurchaseWorld(store);
  await world.fund('ada', 50_000_00n);
  const { wallets } = new WalletProcess(store);
  const asked = (userId: string, key: string) =>
    new FindAcceptedHandler(wallets).execute(new FindAccepted(userId, key));
  // The process has a cached wallet and gets no events of the other process.
  expect(await asked('ada', 'key-1')).toBeUndefined();
  await world.buy('ada', 'key-1');
  expect(await asked('ada', 'key-1')).toBe('NL-key-1');
  expect(await asked('ada', 'key-2')).toBeUndefined();
  expect(await asked('obi', 'key-1')).toBeUndefined();
});
