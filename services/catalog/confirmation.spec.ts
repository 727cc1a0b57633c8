import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { CatalogStream } from './catalog-stream.js';
import type { CatalogChange } from './catalog.decider.js';
import { Catalog } from './catalog.js';
import { ChangeCatalog, ChangeCatalogHandler } from './change-catalog.handler.js';

const SETTINGS = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
} as ConstructorParameters<typeof Catalog>[0];
const context: EventContext = {
  actor: { kind: 'admin', id: 'grace' },
  now: new Date('2026-03-02T09:05:30.000Z'),
  correlationId: 'change',
};
const OFF = 'will not be sold until it is switched on again. Confirm to switch it off.';
const fee = (digits: string): CatalogChange => ({
  type: 'SetAffiliateFee',
  fee: digits,
  configured: '200000',
});

describe('a change that switches something off', () => {
  let catalog: Catalog;
  let handler: ChangeCatalogHandler;
  beforeEach(() => {
    catalog = new Catalog(SETTINGS);
    handler = new ChangeCatalogHandler(new CatalogStream(catalog, new MemoryEventStore()), catalog);
  });
  /** Number of appended events, or the text of the refusal. */
  const change = (what: CatalogChange, confirmed: boolean): Promise<number | string> =>
    handler.execute(new ChangeCatalog(what, context, confirmed)).catch((error: Error) => error.message);

  it.each<[string, string, CatalogChange]>([
    ['a service', 'Airtime', { type: 'ChooseVendor', service: 'airtime', vendor: 0 }],
    ['a network', 'Airtime and data of Mtn', { type: 'SwitchNetwork', network: 1, on: false }],
    ['a plan type', 'SME of Mtn', { type: 'SwitchPlanType', network: 1, planType: 1, on: false }],
  ])('needs a confirmation: %s', async (_, what, off) => {
    expect(await change(off, false)).toBe(`${what} ${OFF}`);
    expect(await change(off, true)).toBe(1);
    expect(await change(off, false)).toBe(0);
  });

  it('needs a confirmation to pause the last vendor of a service, and not before', async () => {
    const codes = catalog.vendorsInTurn('airtime').map(({ code }) => code);
    const pause = (vendor: number): CatalogChange => ({
      type: 'PauseVendor',
      service: 'airtime',
      vendor,
      reason: 'Down',
    });
    for (const vendor of codes.slice(1)) expect(await change(pause(vendor), false)).toBe(1);
    expect(await change(pause(codes[0]!), false)).toBe(`Airtime ${OFF}`);
    expect(await change(pause(codes[0]!), true)).toBe(1);
  });

  it.each<[string, CatalogChange]>([
    ['another vendor', { type: 'ChooseVendor', service: 'airtime', vendor: 2 }],
    ['a network that is switched on', { type: 'SwitchNetwork', network: 1, on: true }],
  ])('is not %s', async (_, on) => {
    expect(await change(on, false)).toEqual(expect.any(Number));
  });

  it('needs a confirmation for a charge of the upgrade that changes by more than 20 %', async () => {
    expect(await change(fee('240000'), false)).toBe(1);
    expect(await change(fee('300000'), false)).toBe(
      'The charge of the upgrade changes by more than 20 %, from ₦2,400.00 to ₦3,000.00. Confirm to change it.',
    );
    expect(await change(fee('300000'), true)).toBe(1);
  });
});
