import { beforeEach, describe, expect, it } from '@jest/globals';
import { quoteCable } from '../../products/cable/cable.product.js';
import { quoteElectricity } from '../../products/electricity/electricity.product.js';
import { Catalog } from '../catalog.js';
import type { CatalogFact } from '../catalog.state.js';
import { listCablePlans, listCatalogue } from '../price-list.js';

const SETTINGS = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
} as ConstructorParameters<typeof Catalog>[0];
const HOUR = 3_600_000;
const tier = 'regular';
const LIGHT = { disco: 18, meterType: 'prepaid', amount: 1_000_00n, tier } as const;
const METER = { service: 'electricity', disco: 18, meterType: 'prepaid' } as const;

describe('a service whose vendors are all paused', () => {
  let catalog: Catalog;
  beforeEach(() => {
    catalog = new Catalog(SETTINGS);
  });
  const tell = (type: string, data: object, id = type): void =>
    catalog.apply({
      type,
      data,
      id,
      at: new Date(Date.now() - 2 * HOUR).toISOString(),
      actor: { kind: 'system', id: 'system' },
    } as CatalogFact);
  const sellers = (service: 'electricity' | 'cable') => catalog.sellersOf(service).map(({ code }) => code);
  const pauseAll = (
    service: 'electricity' | 'cable',
    probeInMs: number,
    vendors = sellers(service),
  ): void => {
    for (const vendor of vendors)
      tell(
        'VendorPaused',
        {
          service,
          vendor,
          reason: 'Delivered 0 of 20',
          automatic: {
            cause: 'success',
            times: 1,
            delivered: 0,
            attempts: 20,
            windowMs: 1,
            probeAt: new Date(Date.now() + probeInMs).toISOString(),
          },
        },
        `${service}-${vendor}`,
      );
  };
  const shown = () => {
    const { services, discos, cable_providers: cable } = listCatalogue(catalog, tier);
    return [
      services.find(({ service }) => service === 'electricity')!.available,
      discos.some(({ available }) => available),
      services.find(({ service }) => service === 'cable')!.available,
      cable.every(({ available }) => available),
    ];
  };

  it('is listed as unavailable until a vendor may be probed, in every process', () => {
    expect(shown()).toEqual([true, true, true, true]);
    pauseAll('electricity', HOUR);
    pauseAll('cable', HOUR);
    expect(shown()).toEqual([false, false, false, false]);
    expect(listCablePlans(catalog, 1, tier)).toEqual([]);
    pauseAll('electricity', -HOUR);
    pauseAll('cable', -HOUR, sellers('cable').slice(-1));
    expect(shown()).toEqual([true, true, true, true]);
    expect(listCablePlans(catalog, 1, tier).length).toBeGreaterThan(0);
    // Another process has the probe.
    const [vendor] = sellers('electricity');
    const until = new Date(Date.now() + HOUR).toISOString();
    tell('VendorProbeOpened', { service: 'electricity', vendor, pauseId: `electricity-${vendor}`, until });
    expect(shown()).toEqual([true, true, true, true]);
  });

  it('is listed as unavailable when it is switched off, or when a person paused the vendors', () => {
    pauseAll('electricity', -HOUR);
    tell('ActiveVendorChosen', { service: 'electricity', vendor: 0, was: null });
    expect(shown().slice(0, 2)).toEqual([false, false]);
    tell('ActiveVendorChosen', { service: 'electricity', vendor: sellers('electricity')[0], was: 0 });
    expect(shown().slice(0, 2)).toEqual([true, true]);
    for (const vendor of sellers('electricity'))
      tell('VendorPaused', { service: 'electricity', vendor, reason: 'Closed' });
    expect(shown().slice(0, 2)).toEqual([false, false]);
  });

  it('requests a probe for a quote or purchase, but not for a list', () => {
    pauseAll('electricity', -HOUR);
    pauseAll('cable', -HOUR);
    shown();
    listCablePlans(catalog, 1, tier);
    expect(catalog.probes.takeWanted()).toEqual([]);
    expect(() => quoteElectricity(catalog, LIGHT)).toThrow();
    expect(catalog.probes.takeWanted()).toContainEqual({
      service: 'electricity',
      vendor: sellers('electricity')[0],
    });
    const [plan] = catalog.state.cablePlans.keys();
    expect(() => quoteCable(catalog, { plan: plan!, tier })).toThrow();
    expect(catalog.probes.takeWanted()).not.toEqual([]);
  });

  it('appears in alerts only for configured vendors with an automatic pause', () => {
    const [vendor] = sellers('electricity');
    pauseAll('electricity', HOUR, [vendor!, 4711]);
    tell('VendorPaused', { service: 'cable', vendor: sellers('cable')[0], reason: 'Closed' });
    expect(catalog.automaticPauses().map((pause) => [pause.service, pause.vendor])).toEqual([
      ['electricity', vendor],
    ]);
  });

  it('is looked up at automatically paused vendors, which counts as demand for a probe', () => {
    pauseAll('electricity', HOUR);
    const [first, second] = sellers('electricity');
    expect([catalog.nextToAsk(METER, []), catalog.nextToAsk(METER, [first!])]).toEqual([first, second]);
    expect(catalog.probes.takeWanted()).not.toEqual([]);
    tell('VendorResumed', {
      service: 'electricity',
      vendor: second,
      pauseId: `electricity-${second}`,
      reason: 'Up',
    });
    // Vendors that are not paused come first.
    expect([catalog.nextToAsk(METER, []), catalog.nextToAsk(METER, [second!])]).toEqual([second, first]);
    tell('VendorPaused', { service: 'electricity', vendor: first, reason: 'Closed' });
    expect(catalog.nextToAsk(METER, [second!])).not.toBe(first);
    tell('ActiveVendorChosen', { service: 'electricity', vendor: 0, was: null });
    expect(catalog.nextToAsk(METER, [])).toBeUndefined();
  });
});
