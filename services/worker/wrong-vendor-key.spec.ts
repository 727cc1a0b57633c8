import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findingsOf } from '../alerts/alert-rules.js';
import { WELL, THRESHOLDS } from '../alerts/testing/observed.js';
import { CatalogStream } from '../catalog/catalog-stream.js';
import { CATALOG_STREAM } from '../catalog/catalog.events.js';
import { Catalog } from '../catalog/catalog.js';
import type { EventContext } from '../../infra/event-store/event-context.js';
import type { Product } from '../contracts/services.js';
import { FakeVendor } from '../purchases/testing/fake-vendor.js';
import { eventually, PurchaseWorld } from '../purchases/testing/purchase-world.js';
import { classifyPay } from '../vendors/vtpass/classify-answer.js';
import type { VendorAttempt } from '../vendors/vendor-adapter.js';

const AIRTIME: Product = { service: 'airtime', network: 1 };
const SELLERS = [1, 2, 3, 5, 7, 8];
const RULES = {
  success: 0.2,
  attemptsMin: 20,
  windowMs: 600_000,
  unansweredMax: 10,
  silentMs: 20_000,
  float: 0n,
  probeAfterMs: 60_000,
};
const CUSTOMERS = Array.from({ length: 12 }, (_, index) => `customer-${index}`);
const byAda = (): EventContext => ({
  actor: { kind: 'admin', id: 'ada' },
  now: new Date(),
  correlationId: 'change',
});

/** Answer of VTpass with this code, and nothing else. */
const says = (code: string) => (attempt: VendorAttempt) =>
  classifyPay(200, { code, response_description: 'REFUSED' }, { reference: attempt.vendorReference });

describe('a vendor that refuses our account', () => {
  let world: PurchaseWorld;
  let catalog: Catalog;
  let stream: CatalogStream;
  let balances: Map<number, bigint | undefined>;
  beforeEach(async () => {
    world = new PurchaseWorld();
    catalog = new Catalog({
      VENDORS_FILE: undefined,
      sandboxUrl: 'http://127.0.0.1:4010',
      VTPASS_PUBLIC_KEY: 'p',
      VTPASS_SECRET_KEY: 's',
    });
    stream = new CatalogStream(catalog, world.store);
    balances = new Map();
    for (const code of SELLERS) world.vendors.set(code, new FakeVendor());
    const floats = () =>
      Promise.resolve({
        askedAtMs: Date.now(),
        floats: SELLERS.map((code) => ({ code, name: 'V', balance: balances.get(code) })),
      });
    world.routed = { pausing: { catalog, stream, rules: RULES, floats, everyMs: 5 } };
    for (const customer of CUSTOMERS) await world.fund(customer, 100_000n);
    world.start();
  });
  afterEach(() => world.worker?.stop());

  /** Buys as `place-order` does: nothing is held when no vendor can be asked. */
  async function buys(customer: string, key = customer): Promise<'not sold' | string> {
    const vendor = catalog.nextVendor(AIRTIME, []);
    if (vendor === undefined) return 'not sold';
    const purchaseId = await world.buy(customer, key, '+2348031234567', AIRTIME, vendor);
    const end = async () => (await world.settlements(customer, purchaseId)).join();
    await eventually('it ended', async () => (await end()) !== '');
    return end();
  }
  const everybodyBuys = async () => {
    const ends: string[] = [];
    for (const customer of CUSTOMERS) {
      ends.push(await buys(customer));
      if (ends.length === 1) await eventually('the account is paused', () => catalog.refusals().length > 0);
    }
    return ends;
  };
  const everyVendor = (code: string): void => {
    for (const vendor of world.vendors.values()) vendor.onDispatch = says(code);
  };
  const alerts = () =>
    findingsOf(
      { ...WELL, refused: catalog.refusals().map((refused) => ({ ...refused, name: 'Platinum' })) },
      THRESHOLDS,
    ).findings;
  const stored = async () => (await world.store.readStream(CATALOG_STREAM)).map(({ type }) => type);

  it.each([
    ['a wrong key', '087'],
    ['an address that is not on its list', '027'],
    ['a locked account', '021'],
  ])('for %s loses one order, which the next vendor delivers, and says so', async (_, code) => {
    world.vendor.onDispatch = says(code);
    expect(await everybodyBuys()).toEqual(CUSTOMERS.map(() => 'PurchaseCaptured'));
    expect(world.vendor.posts).toHaveLength(1);
    expect(await stored()).toEqual(['VendorAccountPaused']);
    expect(alerts()).toMatchObject([
      { rule: 'vendor-refuses', text: `Platinum: It refuses our account (${code}).` },
    ]);
    expect(world.faults).toMatchObject([{ vendor: 1, reason: `It refuses our account (${code})` }]);
  });

  it('holds no money of further customers when it is the only one', async () => {
    everyVendor('087');
    for (const code of SELLERS.slice(1)) await pauseByHand(code);
    expect(await everybodyBuys()).toEqual(['PurchaseReleased', ...CUSTOMERS.slice(1).map(() => 'not sold')]);
    expect(catalog.sells('airtime')).toBe(false);
  });
  const pauseByHand = (vendor: number) =>
    stream.change({ type: 'PauseVendor', service: 'airtime', vendor, reason: 'Not ours' }, byAda());

  it('is asked again once a person resumed it, and not paused for older refusals', async () => {
    world.vendor.onDispatch = says('087');
    await everybodyBuys();
    world.vendor.onDispatch = () => ({ outcome: 'delivered', cost: 9_650n });
    const seen = catalog.state.accountPauses.get(1)!.id;
    await stream.change({ type: 'ResumeVendorAccount', vendor: 1, reason: 'New key', seen }, byAda());
    expect(catalog.nextVendor(AIRTIME, [])).toBe(1);
    expect(await buys('customer-0', 'again')).toBe('PurchaseCaptured');
    expect(world.vendor.posts).toHaveLength(2);
    expect(await stored()).toEqual(['VendorAccountPaused', 'VendorAccountResumed']);
  });

  it('for an empty balance is asked again once it was filled', async () => {
    world.vendor.onDispatch = says('018');
    balances.set(1, 9_699n);
    await everybodyBuys();
    expect(await stored()).toEqual(['VendorAccountPaused']);
    balances.set(1, 9_700n);
    await eventually('it is resumed', () => catalog.state.accountPauses.size === 0);
    expect(await stored()).toEqual(['VendorAccountPaused', 'VendorAccountResumed']);
    expect(catalog.nextVendor(AIRTIME, [])).toBe(1);
  });

  it.each(['010', '012', '028'])('for a product (%s) is asked for others, and not for it', async (code) => {
    world.vendor.onDispatch = says(code);
    expect(await everybodyBuys()).toEqual(CUSTOMERS.map(() => 'PurchaseCaptured'));
    expect(world.vendor.posts).toHaveLength(1);
    expect(await stored()).toEqual(['VendorRefusedProduct']);
    expect(alerts()).toHaveLength(1);
    expect(catalog.nextVendor({ service: 'airtime', network: 2 }, [])).toBe(1);
    const lift = { type: 'LiftRefusal', vendor: 1, product: 'airtime/1', reason: 'Sold again' } as const;
    await stream.change(lift, byAda());
    expect(catalog.nextVendor(AIRTIME, [])).toBe(1);
  });
});
