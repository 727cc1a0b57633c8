import { beforeEach, describe, expect, it } from '@jest/globals';
import { ADMINISTRATORS_CHANNEL, EVERYBODY_CHANNEL, LiveHub } from '../../../infra/live/live-hub.js';
import { Catalog } from '../../catalog/catalog.js';
import type { CatalogFact } from '../../catalog/catalog.state.js';
import { CatalogueNews } from './live-connections.js';

const SETTINGS = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
} as ConstructorParameters<typeof Catalog>[0];
const AT = '2026-03-01T08:00:00.000Z';
const OF = { service: 'airtime', vendor: 1 } as const;
const BY_ITSELF = {
  cause: 'success',
  times: 1,
  delivered: 0,
  attempts: 20,
  windowMs: 600_000,
  probeAt: AT,
} as const;

describe('catalogue news for browsers', () => {
  let catalog: Catalog;
  let told: string[];
  beforeEach(() => {
    catalog = new Catalog(SETTINGS);
    const liveHub = new LiveHub();
    new CatalogueNews(catalog, liveHub).onApplicationBootstrap();
    liveHub.publish({ position: 1, changes: [] });
    told = [];
    for (const [who, channel] of [
      ['customers', EVERYBODY_CHANNEL],
      ['administrators', ADMINISTRATORS_CHANNEL],
    ] as const)
      liveHub.subscribe([channel], undefined, (news) =>
        told.push(`${who} ${news === 'reset' ? news : news.lists.join()}`),
      );
  });
  const tell = (type: string, data: object): string[] => {
    told.length = 0;
    const actor = { kind: 'system', id: 'system' };
    catalog.apply({ type, data, id: 'e1', at: AT, actor } as CatalogFact);
    return [...told];
  };

  it('reports a pause and its end, and probes to administrators alone', () => {
    const pause = { ...OF, reason: 'Delivered 0 of 20', automatic: BY_ITSELF };
    expect(tell('VendorPaused', pause)).toEqual(['customers catalogue']);
    expect(tell('VendorProbeOpened', { ...OF, pauseId: 'e1', until: AT })).toEqual([
      'administrators catalogue',
    ]);
    expect(tell('VendorPaused', pause)).toEqual(['administrators catalogue']);
    // An administrator paused this vendor, so no probes follow.
    expect(tell('VendorPaused', { ...OF, reason: 'Closed' })).toEqual(['customers catalogue']);
    expect(tell('VendorResumed', { ...OF, pauseId: 'e1', reason: 'Up' })).toEqual(['customers catalogue']);
  });

  it('reports every other change, and funding terms separately', () => {
    expect(tell('NetworkSwitched', { network: 1, on: false })).toEqual(['customers catalogue']);
    const terms = { charge: '5000', bank: '', accountName: '', accountNumber: '' };
    expect(tell('FundingTermsSet', { terms, was: terms })).toEqual(['customers terms']);
  });
});
