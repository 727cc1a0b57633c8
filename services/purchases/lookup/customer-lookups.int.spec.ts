import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../runtime/config.js';
import type { Limits } from '../../../infra/limits/limits.js';
import { LookupLimiter } from '../../rate-limits/lookup-limiter.js';
import { Catalog } from '../../catalog/catalog.js';
import { CustomerLookups } from './customer-lookups.js';

const METER = { kind: 'meter', disco: 18, meterType: 'prepaid', number: '45123451234' } as const;
const CARD = { kind: 'smartcard', provider: 1, number: '1012341234' } as const;
const SILENT = 'http://127.0.0.1:9/api';

describe('the owner of a smartcard or meter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lookups-'));
  let server: Server;
  let url: string;
  let asked = 0;
  let answer: object;
  let taken: string[];
  const opened: CustomerLookups[] = [];

  beforeAll(async () => {
    server = createServer((_request, response) => {
      asked += 1;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  });
  afterAll(async () => {
    await Promise.all(opened.map((lookups) => lookups.onApplicationShutdown()));
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** Vendors in the order of priority. */
  function lookupsAt(...addresses: readonly string[]): CustomerLookups {
    const file = join(folder, 'vendors.json');
    const rows = addresses.map((baseUrl, index) => ({
      code: index + 1,
      name: `Vendor ${index}`,
      baseUrl,
      apiKey: 'a',
      publicKey: 'b',
      secretKey: 'c',
      services: ['cable', 'electricity'],
      priority: index,
    }));
    writeFileSync(file, JSON.stringify(rows));
    const settings = { VENDORS_FILE: file, RATE_LIMIT_LOOKUPS: 3 };
    const timeouts = { VENDOR_POST_TIMEOUT: 600_000, VENDOR_QUERY_TIMEOUT: 600_000 };
    const config = { ...settings, ...timeouts } as unknown as Config;
    asked = 0;
    taken = [];
    answer = { code: '000', content: { Customer_Name: 'ADA OKAFOR', Address: 'LAGOS' } };
    const limits: Pick<Limits, 'take'> = {
      take: async (key, { max }) => {
        taken.push(key);
        return taken.length > max ? { allowed: false, retryAfterMs: 1_000 } : { allowed: true, left: 1 };
      },
    };
    const lookups = new CustomerLookups(new Catalog(config), new LookupLimiter(limits, config), config);
    opened.push(lookups);
    return lookups;
  }

  it('is looked up once, and cached for the customer who asked', async () => {
    const lookups = lookupsAt(url);
    const found = { name: 'ADA OKAFOR', address: 'LAGOS' };
    expect(lookups.known('ada', METER)).toBeUndefined();
    expect(await lookups.find('ada', METER)).toEqual(found);
    expect(await lookups.find('ada', METER)).toEqual(found);
    expect(lookups.known('ada', METER)).toEqual(found);
    expect(lookups.known('bola', METER)).toBeUndefined();
    expect(lookups.known('ada', { ...METER, meterType: 'postpaid' })).toBeUndefined();
    expect([asked, taken]).toEqual([1, ['lookup:ada']]);
  });

  it('comes from the next vendor when the first does not answer', async () => {
    expect(await lookupsAt(SILENT, url).find('ada', CARD)).toMatchObject({ name: 'ADA OKAFOR' });
  });

  it('is not reported as unknown when no vendor answers', () =>
    expect(lookupsAt(SILENT, SILENT, url).find('ada', CARD)).rejects.toMatchObject({
      code: 'LOOKUP_UNAVAILABLE',
      details: { provider: 'GoTV' },
    }));

  it("is reported as unknown on the biller's word, without asking another vendor", async () => {
    const lookups = lookupsAt(url, url);
    answer = { code: '000', content: { WrongBillersCode: true } };
    await expect(lookups.find('ada', METER)).rejects.toMatchObject({
      code: 'CUSTOMER_NOT_FOUND',
      details: { thing: 'meter number', field: 'meter_number' },
    });
    expect(asked).toBe(1);
  });

  it('is looked up within the rate limit', async () => {
    const lookups = lookupsAt(url);
    for (const number of ['11111111', '22222222', '33333333']) await lookups.find('ada', { ...CARD, number });
    await expect(lookups.find('ada', { ...CARD, number: '44444444' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    expect(asked).toBe(3);
  });
});
