import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.js';
import { Catalog } from '../catalog.js';
import { OwnCatalogStream } from '../change-catalog.handler.js';
import { CompareVendorList, CompareVendorListHandler } from './compare-vendor-list.query.js';

const KEYS = { monnifyApiKey: 'key', monnifySecretKey: 'secret' };

describe('a comparison with the lists of the sandbox', () => {
  let dataDir: string;
  let sandbox: Sandbox;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vendor-list-'));
    sandbox = await startSandbox({ dataDir, port: 0, latencyMs: 0, webhookUrls: {}, secrets: KEYS });
  });
  afterAll(async () => {
    await sandbox.stop();
    await rm(dataDir, { recursive: true });
  });

  const compare = (vendor: number, sandboxUrl = sandbox.url) => {
    const catalog = new Catalog({
      VENDORS_FILE: undefined,
      sandboxUrl,
      VTPASS_PUBLIC_KEY: 'p',
      VTPASS_SECRET_KEY: 's',
    });
    const stream = new OwnCatalogStream(catalog, new MemoryEventStore());
    const handler = new CompareVendorListHandler(catalog, stream, { VENDOR_QUERY_TIMEOUT: 15_000 });
    return handler.execute(new CompareVendorList(vendor));
  };
  const kindsOf = async (vendor: number) =>
    new Set((await compare(vendor)).differences.map(({ kind }) => kind));

  it("finds VTpass's own codes that the catalogue lacks, and nothing gone or dearer", async () => {
    const { differences, unlisted } = await compare(1);
    expect(unlisted).toEqual([]);
    expect(await kindsOf(1)).toEqual(new Set(['uncoded', 'new']));
    expect(differences.find(({ key }) => key === 'mtn-20hrs-1500')).toMatchObject({
      now: 145_500n,
      after: {
        plan: {
          network: 1,
          planType: 3,
          name: '6GB - 7 days',
          price: '150000',
          codes: { '1': 'mtn-20hrs-1500' },
        },
      },
    });
    expect(differences.find(({ key }) => key === 'gotv-lite')).toMatchObject({
      after: { service: 'cable', plan: { provider: 1, name: 'GOtv Lite' } },
    });
  });

  it('reads the plans of an SME host by network, type, size and days', async () => {
    expect(await kindsOf(4)).toEqual(new Set(['uncoded', 'new']));
    const { differences } = await compare(4);
    expect(differences.filter(({ kind }) => kind === 'new')).toMatchObject([
      { key: '215', now: 171_000n, after: { plan: { network: 1, planType: 1, name: '3GB - 30 days' } } },
      { key: '313', now: 82_000n, after: { plan: { network: 2, planType: 2, name: '2GB - 30 days' } } },
    ]);
  });

  it('says that a vendor gave no list, and calls nothing gone', async () => {
    const { differences, unlisted } = await compare(4, 'http://127.0.0.1:1');
    expect([differences, unlisted]).toEqual([[], ['Mtn data', 'Glo data', 'Airtel data', '9mobile data']]);
  });

  it('refuses a vendor that sells no plans', async () => {
    await expect(compare(11)).rejects.toMatchObject({ code: 'VENDOR_NOT_SELLING' });
  });
});
