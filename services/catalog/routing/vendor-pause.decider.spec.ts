import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Service } from '../../contracts/services.js';
import { quoteAirtime } from '../../products/airtime/airtime.product.js';
import { CatalogStream } from '../catalog-stream.js';
import type { CatalogChange } from '../catalog.decider.js';
import { CATALOG_STREAM } from '../catalog.events.js';
import { Catalog } from '../catalog.js';
import { ChangeCatalog, ChangeCatalogHandler } from '../change-catalog.handler.js';

const SETTINGS = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
} as ConstructorParameters<typeof Catalog>[0];
/** Sellers of airtime by priority. */
const SELLERS = [1, 2, 3, 5, 7, 8];
const AIRTIME = { service: 'airtime', network: 1 } as const;
const NOW = '2026-03-02T09:05:30.000Z';
const by = (id: string): EventContext => ({
  actor: { kind: 'admin', id },
  now: new Date(NOW),
  correlationId: 'change',
});

class Process {
  readonly catalog = new Catalog(SETTINGS);
  readonly stream: CatalogStream;
  private readonly handler: ChangeCatalogHandler;

  constructor(store: MemoryEventStore) {
    this.stream = new CatalogStream(this.catalog, store);
    this.handler = new ChangeCatalogHandler(this.stream, this.catalog);
  }

  change(what: CatalogChange, who = 'grace'): Promise<string> {
    return this.handler.execute(new ChangeCatalog(what, by(who))).then(
      () => 'changed',
      (error: unknown) => (error instanceof RuleBroken ? error.code : String(error)),
    );
  }

  pause(vendor: number, reason = 'Slow', who = 'grace', service: Service = 'airtime'): Promise<string> {
    return this.change({ type: 'PauseVendor', service, vendor, reason }, who);
  }

  resume(vendor: number, seen = this.pauseId(vendor), who = 'grace'): Promise<string> {
    return this.change({ type: 'ResumeVendor', service: 'airtime', vendor, reason: 'Back', seen }, who);
  }

  pauseId(vendor: number): string {
    return this.catalog.pauseOf('airtime', vendor)?.id ?? 'none';
  }

  quoted(): number {
    return quoteAirtime(this.catalog, { network: 1, amount: 100_00n, tier: 'regular' }).vendor;
  }

  asked(first: readonly number[] = []): number[] {
    const tried = [...first];
    for (;;) {
      const next = this.catalog.nextVendor(AIRTIME, tried);
      if (next === undefined) return tried.slice(first.length);
      tried.push(next);
    }
  }
}

describe('the pause of a vendor', () => {
  let store: MemoryEventStore;
  let one: Process;
  let two: Process;
  beforeEach(() => {
    store = new MemoryEventStore();
    [one, two] = [new Process(store), new Process(store)];
  });
  const facts = async () =>
    (await store.readStream(CATALOG_STREAM)).map(({ type, actor, data }) => ({ type, by: actor.id, data }));
  const types = async () => (await facts()).map(({ type }) => type);

  it('stores the administrator and the reason, and skips the vendor for purchases and failover of this service only', async () => {
    expect(await one.pause(1, 'Their gateway is down')).toBe('changed');
    expect(await facts()).toEqual([
      {
        type: 'VendorPaused',
        by: 'grace',
        data: { service: 'airtime', vendor: 1, reason: 'Their gateway is down' },
      },
    ]);
    expect([one.quoted(), one.catalog.activeVendor('airtime'), one.asked()]).toEqual([2, 2, [2, 3, 5, 7, 8]]);
    expect(one.catalog.activeVendor('data')).toBe(1);
    // The paused vendor keeps its place in the order.
    expect(one.catalog.vendorsInTurn('airtime').map(({ code }) => code)).toEqual(SELLERS);
    expect(one.catalog.pauseOf('airtime', 1)).toMatchObject({ since: Date.parse(NOW), by: 'grace' });
  });

  it('during an attempt stops failover to the vendor, and asks no vendor twice', async () => {
    expect(one.asked([1])).toEqual([2, 3, 5, 7, 8]);
    await one.pause(2);
    expect(one.asked([1])).toEqual([3, 5, 7, 8]);
    for (const vendor of [3, 5, 7, 8]) await one.pause(vendor);
    expect(one.asked([1])).toEqual([]);
  });

  it('ends with an event, and the vendor returns to its place in the order', async () => {
    await one.pause(1);
    const pauseId = one.pauseId(1);
    expect(await one.resume(1)).toBe('changed');
    expect((await facts()).at(-1)).toEqual({
      type: 'VendorResumed',
      by: 'grace',
      data: { service: 'airtime', vendor: 1, pauseId, reason: 'Back' },
    });
    expect([one.quoted(), one.asked()]).toEqual([1, SELLERS]);
  });

  it.each(Array.from({ length: 20 }, (_, index) => index))(
    'by two administrators at once, in two processes, is one event [%i]',
    async () => {
      expect(await Promise.all([one.pause(1, 'Slow', 'ada'), two.pause(1, 'Down', 'bola')])).toEqual([
        'changed',
        'changed',
      ]);
      await Promise.all([one.stream.catchUp(), two.stream.catchUp()]);
      expect(await types()).toEqual(['VendorPaused']);
      expect(one.catalog.pauseOf('airtime', 1)).toEqual(two.catalog.pauseOf('airtime', 1));
      const pauseId = one.pauseId(1);
      await Promise.all([one.resume(1, pauseId, 'ada'), two.resume(1, pauseId, 'bola')]);
      expect(await types()).toEqual(['VendorPaused', 'VendorResumed']);
      expect([one.pauseId(1), one.quoted()]).toEqual(['none', 1]);
    },
  );

  it('can be requested again after a lost answer', async () => {
    for (const reason of ['Slow', 'Slow', 'Down']) expect(await one.pause(1, reason)).toBe('changed');
    const pauseId = one.pauseId(1);
    for (let again = 0; again < 3; again += 1) expect(await one.resume(1, pauseId)).toBe('changed');
    expect(await types()).toEqual(['VendorPaused', 'VendorResumed']);
  });

  it('is not ended by an administrator who saw an earlier pause', async () => {
    await one.pause(1, 'Slow');
    const seen = one.pauseId(1);
    await two.resume(1, seen, 'ada');
    await two.pause(1, 'Charged and did not deliver', 'ada');
    expect(await one.resume(1, seen)).toBe('STALE_EDIT');
    await expect(
      one.stream.change(
        { type: 'ResumeVendor', service: 'airtime', vendor: 1, reason: 'Back', seen },
        by('grace'),
      ),
    ).rejects.toThrow('Charged and did not deliver');
    expect(one.quoted()).toBe(2);
  });

  it('of all sellers refuses new purchases like switching the service off, and leaves other services alone', async () => {
    for (const vendor of SELLERS) await one.pause(vendor);
    expect(() => one.quoted()).toThrow(expect.objectContaining({ code: 'SERVICE_OFF' }));
    expect([one.catalog.sells('airtime'), one.catalog.activeVendor('airtime'), one.asked()]).toEqual([
      false,
      0,
      [],
    ]);
    expect(one.catalog.sells('data')).toBe(true);
    await one.resume(7);
    expect(one.quoted()).toBe(7);
  });

  it('of all sellers of a plan disables the plan, not the service', async () => {
    for (const vendor of [4, 6]) await one.pause(vendor, 'SIMs are blocked', 'grace', 'data');
    const codes = { 'sme-data': 'x' };
    const plan = { service: 'data', network: 1, codes } as unknown as Parameters<
      typeof one.catalog.nextVendor
    >[0];
    expect(() =>
      one.catalog.offer({ product: plan, amount: 100n, cost: 1n, tier: 'regular' } as never),
    ).toThrow(expect.objectContaining({ code: 'PLAN_DISABLED' }));
    expect(one.catalog.sells('data')).toBe(true);
  });

  it('survives a change of the chosen vendor or the order, and a service that is off', async () => {
    await one.pause(5);
    await one.change({ type: 'ChooseVendor', service: 'airtime', vendor: 5 });
    expect([one.quoted(), one.asked()]).toEqual([1, [1, 2, 3, 7, 8]]);
    const sellers = one.catalog.sellersOf('airtime');
    const seen = one.catalog.vendorsInTurn('airtime').map(({ code }) => code);
    await one.change({ type: 'OrderVendors', service: 'airtime', vendors: [5, 8], sellers, seen });
    expect([one.quoted(), one.asked()]).toEqual([8, [8, 1, 2, 3, 7]]);
    await one.change({ type: 'ChooseVendor', service: 'airtime', vendor: 0 });
    await one.resume(5);
    expect(() => one.quoted()).toThrow(expect.objectContaining({ code: 'SERVICE_OFF' }));
    await one.change({ type: 'ChooseVendor', service: 'airtime', vendor: 5 });
    expect(one.quoted()).toBe(5);
  });

  it.each([4, 77, 0])('is refused for vendor %i, which does not sell the service', async (vendor) => {
    expect(await one.pause(vendor)).toBe('VENDOR_NOT_SELLING');
    expect(await facts()).toEqual([]);
  });

  it('is the same after a restart', async () => {
    for (const vendor of [1, 2]) await one.pause(vendor);
    await one.resume(2);
    const restarted = new Process(store);
    await restarted.stream.catchUp();
    expect(restarted.catalog.state).toEqual(one.catalog.state);
    expect(restarted.asked()).toEqual([2, 3, 5, 7, 8]);
  });
});
