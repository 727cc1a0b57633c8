import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.js';
import { Catalog } from '../catalog.js';
import { CATALOG_STREAM } from '../catalog.events.js';
import { OwnCatalogStream } from '../change-catalog.handler.js';
import { CheckVendors, CheckVendorsHandler } from './check-vendors.handler.js';
import { checkVendor } from './check-vendor.js';
import { wordsOf } from './vendor-words.js';
import type { ClosableVendor } from '../../vendors/vendor-adapter.js';
import { createVendors } from '../../vendors/vendors.js';

const KEYS = { monnifyApiKey: 'key', monnifySecretKey: 'secret' };
const SETTINGS = { VENDOR_QUERY_TIMEOUT: 15_000, VTPASS_WEBHOOK_SECRET: 'a-secret-of-the-path' };

describe('a check of vendors', () => {
  let dataDir: string;
  let sandbox: Sandbox;
  let store: MemoryEventStore;
  let catalog: Catalog;
  let stream: OwnCatalogStream;
  let handler: CheckVendorsHandler;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'check-vendors-'));
    sandbox = await startSandbox({ dataDir, port: 0, latencyMs: 0, webhookUrls: {}, secrets: KEYS });
  });
  afterAll(async () => {
    await sandbox.stop();
    await rm(dataDir, { recursive: true });
  });
  beforeEach(() => {
    store = new MemoryEventStore();
    catalog = catalogAt(sandbox.url);
    stream = new OwnCatalogStream(catalog, store);
    handler = new CheckVendorsHandler(catalog, stream, SETTINGS);
  });

  const catalogAt = (sandboxUrl: string): Catalog =>
    new Catalog({
      VENDORS_FILE: undefined,
      sandboxUrl,
      VTPASS_PUBLIC_KEY: 'p',
      VTPASS_SECRET_KEY: 's',
      MONNIFY_API_KEY: KEYS.monnifyApiKey,
      MONNIFY_SECRET_KEY: KEYS.monnifySecretKey,
      MONNIFY_SOURCE_ACCOUNT: '8016472829',
    });
  const check = (vendor?: number) => handler.execute(new CheckVendors(vendor, systemContext()));
  const lineOf = async (vendor: number, name: string) =>
    (await check(vendor))[0]!.lines.find((line) => line.check === name);
  const acceptKey = (key: string) =>
    fetch(`${sandbox.url}/vendor-keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ vendor: 1, key }),
    });
  const stored = () => store.readStream(CATALOG_STREAM);

  it('finds nothing wrong with any vendor of the sandbox', async () => {
    const checked = await check();
    expect(checked.map(({ code }) => code)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13]);
    for (const { lines } of checked) {
      expect(lines.map((line) => line.check)).toEqual([
        'credentials',
        'balance',
        'codes',
        'query',
        'webhook',
        'clock',
      ]);
      expect(lines.filter(({ result }) => result === 'wrong')).toEqual([]);
    }
    expect(await lineOf(1, 'codes')).toMatchObject({
      result: 'right',
      text: expect.stringMatching(/has all \d+ codes/),
    });
    expect(await stored()).toEqual([]);
  });

  it('says that a key is wrong in the words of the vendor, stores them nowhere, and resumes a mended account', async () => {
    const paused = {
      vendor: 1,
      fault: 'access',
      code: '087',
      times: 1,
      reason: 'It refuses our account (087)',
    };
    await stream.decide(() => [{ type: 'VendorAccountPaused', data: paused as never }], systemContext());
    await acceptKey('renewed');
    const [wrong] = await check(1);
    expect(wrong).toMatchObject({ resumed: false });
    expect(wrong!.lines).toContainEqual({
      check: 'credentials',
      result: 'wrong',
      text: 'it did not tell our balance: check its keys and its IP list',
      said: '087 INVALID CREDENTIALS',
    });
    expect(wrong!.lines.find((line) => line.check === 'query')).toMatchObject({ result: 'wrong' });
    await acceptKey('vendor-1');
    const resumed = await Promise.all([check(1), check(1)]);
    expect(resumed.flat().map((vendor) => vendor.resumed)).toEqual([true, true]);
    expect((await stored()).map(({ type }) => type)).toEqual(['VendorAccountPaused', 'VendorAccountResumed']);
    expect(JSON.stringify(await stored())).not.toContain('INVALID');
  });

  it('does not resume an account that is to be filled', async () => {
    const paused = { vendor: 1, fault: 'balance', code: '018', times: 1, reason: 'Empty', least: '100' };
    await stream.decide(() => [{ type: 'VendorAccountPaused', data: paused as never }], systemContext());
    expect(await check(1)).toMatchObject([{ resumed: false }]);
  });

  it('names the codes that the list of the vendor lacks', async () => {
    const plan = [...catalog.state.dataPlans.values()].find(({ codes }) => codes['vtpass'] !== undefined)!;
    const changed = { ...plan, codes: { vtpass: 'mtn-99gb' } };
    await stream.decide(() => [{ type: 'DataPlanSet', data: { plan: changed, was: plan } }], systemContext());
    expect(await lineOf(1, 'codes')).toMatchObject({
      result: 'wrong',
      text: expect.stringMatching(/^its list lacks mtn-99gb \(/),
    });
  });

  it("compares the codes that an account has of its own, in place of its adapter's", async () => {
    const plan = [...catalog.state.dataPlans.values()].find(({ codes }) => codes['vtpass'] !== undefined)!;
    const changed = { ...plan, codes: { ...plan.codes, 2: 'mtn-99gb' } };
    await stream.decide(() => [{ type: 'DataPlanSet', data: { plan: changed, was: plan } }], systemContext());
    expect(await lineOf(1, 'codes')).toMatchObject({ result: 'right' });
    expect(await lineOf(2, 'codes')).toMatchObject({
      result: 'wrong',
      text: expect.stringMatching(/^its list lacks mtn-99gb \(/),
    });
  });

  it('tells a vendor that does not answer from one that refuses', async () => {
    handler = new CheckVendorsHandler(catalogAt('http://127.0.0.1:1'), stream, SETTINGS);
    for (const { lines } of await check()) {
      expect(lines[0]).toMatchObject({ check: 'credentials', result: 'unknown' });
      expect(lines.filter(({ result }) => result === 'wrong')).toEqual([]);
    }
  });

  it('says that our clock is wrong', async () => {
    const row = catalog.vendors()[0]!;
    let vendor: ClosableVendor | undefined;
    const lines = await checkVendor({
      row,
      plans: catalog.state,
      now: () => new Date(Date.now() + 600_000),
      open: (onAnswer) => {
        const options = { postTimeoutMs: 5_000, queryTimeoutMs: 5_000, onAnswer };
        return (vendor = createVendors([row], options).get(row.code)!);
      },
      webhook: () => Promise.resolve({ check: 'webhook', result: 'unknown', text: '' }),
    });
    expect(lines.at(-1)).toMatchObject({
      check: 'clock',
      result: 'wrong',
      text: expect.stringMatching(/^our clock is \d+ s ahead/),
    });
    await vendor?.close();
  });

  it('says whether the address of webhooks is reached, without its secret', async () => {
    const at = (PUBLIC_URL: string) => {
      handler = new CheckVendorsHandler(catalog, stream, { ...SETTINGS, PUBLIC_URL });
      return lineOf(1, 'webhook');
    };
    expect(await at(sandbox.url)).toMatchObject({
      result: 'wrong',
      text: expect.stringMatching(/answers 404: check the proxy$/),
    });
    expect(await at('http://127.0.0.1:1')).toMatchObject({
      result: 'wrong',
      text: expect.stringMatching(/is not reached/),
    });
    expect(JSON.stringify(await at('http://127.0.0.1:1'))).not.toContain(SETTINGS.VTPASS_WEBHOOK_SECRET);
  });
});

describe('words of a vendor', () => {
  it.each([
    ['{"code":"027","response_description":"IP NOT WHITELISTED"}', '027 IP NOT WHITELISTED'],
    ['{"detail":"Invalid token."}', 'Invalid token.'],
    ['{"message":{"a":1}}', '{"a":1}'],
    ['<html>\u001b[2J\n\u0007gone</html>', '<html> [2J gone</html>'],
    [`{"message":"${'x'.repeat(1_000)}"}`, 'x'.repeat(200)],
  ])('%#', (body, said) => {
    expect(wordsOf(body)).toEqual({ said });
  });

  it('are absent from an empty answer', () => {
    expect(wordsOf('')).toEqual({});
  });
});
