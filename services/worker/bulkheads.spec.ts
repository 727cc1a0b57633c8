import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inVirtualTime } from '../../infra/simulation/testing/virtual-time.js';
import type { Product } from '../contracts/services.js';
import { eventually, FAST, PurchaseWorld } from '../purchases/testing/purchase-world.js';

const DATA: Product = {
  service: 'data',
  network: 1,
  planType: 1,
  plan: 1,
  planName: '1 GB',
  codes: { vtpass: 'mtn-1gb' },
};
const HUNG = '+2348030000300';
const { VENDOR_CONCURRENCY: AT_ONCE } = FAST;

describe('a vendor with one hanging service', () => {
  let world: PurchaseWorld;
  let hung: number;
  let asked: number;
  beforeEach(async () => {
    world = new PurchaseWorld(undefined, FAST);
    [hung, asked] = [0, 0];
    world.vendor.onDispatch = ({ request }) => {
      if (!('phone' in request) || request.phone !== HUNG) return { outcome: 'delivered', cost: 9_650n };
      hung += 1;
      return new Promise<never>(() => undefined);
    };
    await world.fund('ada', 100_000_000n);
  });
  let toRealTime: (() => void) | undefined;
  afterEach(async () => {
    await world.worker?.stop();
    toRealTime?.();
  });

  const hang = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await world.buy('ada', `hung-${index}`, HUNG);
    await eventually('as many calls wait as may', () => hung >= Math.min(count, AT_ONCE));
  };
  const captured = (purchaseId: string): Promise<void> =>
    eventually(
      'captured',
      async () => (await world.settlements('ada', purchaseId)).join() === 'PurchaseCaptured',
    );

  it.each([['here'], ['elsewhere']] as const)(
    'keeps selling its other services and answering queries: jobs run %s',
    async (jobsRun) => {
      world.vendor.onQuery = () => {
        asked += 1;
        return { outcome: 'pending', code: '099' };
      };
      world.start(world.store, jobsRun);
      // Start more hanging calls than may be slow at once.
      await hang(AT_ONCE * 5);
      const bought = await Promise.all(
        Array.from({ length: AT_ONCE * 2 }, (_, index) => world.buy('ada', `data-${index}`, undefined, DATA)),
      );
      for (const purchaseId of bought) await captured(purchaseId);
      world.vendor.onDispatch = () => ({ outcome: 'pending', code: '099' });
      await world.buy('ada', 'pending', undefined, DATA);
      await eventually('it is asked', () => asked > 0);
      expect(hung).toBeLessThanOrEqual(AT_ONCE * 4);
    },
  );

  it('sells the rest of that service too, once the calls count as slow', async () => {
    toRealTime = inVirtualTime();
    world.start();
    await hang(AT_ONCE);
    const purchaseId = await world.buy('ada', 'plain');
    await captured(purchaseId);
    expect(hung).toBe(AT_ONCE);
  });
});
