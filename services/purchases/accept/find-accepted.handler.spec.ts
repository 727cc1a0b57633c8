import { expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { WalletProcess } from '../../wallet/testing/wallet-process.js';
import { PurchaseWorld } from '../testing/purchase-world.js';
import { FindAccepted, FindAcceptedHandler } from './find-accepted.handler.js';

it('finds what was accepted under a key, whichever process accepted it', async () => {
  const store = new MemoryEventStore();
  const world = new PurchaseWorld(store);
  await world.fund('ada', 50_000_00n);
  const { wallets } = new WalletProcess(store);
  const asked = (userId: string, key: string) =>
    new FindAcceptedHandler(wallets).execute(new FindAccepted(userId, key));
  // From now on this process has the wallet in memory, and hears of nothing.
  expect(await asked('ada', 'key-1')).toBeUndefined();
  await world.buy('ada', 'key-1');
  expect(await asked('ada', 'key-1')).toBe('NL-key-1');
  expect(await asked('ada', 'key-2')).toBeUndefined();
  expect(await asked('obi', 'key-1')).toBeUndefined();
});
