import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Catalog } from '../../catalog/catalog.js';
import { FLOATS_FRESH_MS, VendorFloats } from './vendor-floats.js';

describe('the floats at vendors', () => {
  let folder: string;
  let server: Server;
  let asked: string[];
  let answers: Record<string, string | undefined>;
  let floats: VendorFloats;

  beforeEach(async () => {
    [asked, answers] = [[], { one: '{"code":1,"contents":{"balance":1500.5}}', two: '{"contents":"?"}' }];
    server = createServer((request, response) => {
      const key = String(request.headers['api-key']);
      asked.push(key);
      const answer = answers[key];
      if (answer === undefined) return void request.socket.destroy();
      response.setHeader('content-type', 'application/json');
      response.end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    folder = mkdtempSync(join(tmpdir(), 'floats-'));
    const file = join(folder, 'vendors.json');
    const row = (code: number, apiKey: string) => ({
      code,
      name: `Vendor ${apiKey}`,
      baseUrl: `http://127.0.0.1:${port}/api`,
      apiKey,
      services: ['airtime'],
      priority: 10 - code,
    });
    writeFileSync(file, JSON.stringify([row(1, 'one'), row(2, 'two')]));
    const catalog = new Catalog({
      VENDORS_FILE: file,
      VTPASS_PUBLIC_KEY: 'p',
      VTPASS_SECRET_KEY: 's',
      sandboxUrl: 'http://localhost',
    } as ConstructorParameters<typeof Catalog>[0]);
    floats = new VendorFloats(catalog, { VENDOR_POST_TIMEOUT: 60_000, VENDOR_QUERY_TIMEOUT: 60_000 });
  });
  afterEach(async () => {
    await floats.onApplicationShutdown();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  it('are asked for once a minute, for any number of readers', async () => {
    const [first, second] = await Promise.all([floats.current(0), floats.current(FLOATS_FRESH_MS - 1)]);
    expect(second).toBe(first);
    expect(first).toEqual({
      askedAtMs: 0,
      floats: [
        { code: 1, name: 'Vendor one', balance: 150_050n },
        { code: 2, name: 'Vendor two', balance: undefined },
      ],
    });
    expect(asked.toSorted()).toEqual(['one', 'two']);
    answers['one'] = '{"contents":{"balance":"7"}}';
    expect((await floats.current(FLOATS_FRESH_MS)).floats[0]?.balance).toBe(700n);
  });

  it('are missing only for a vendor that does not answer', async () => {
    answers = { two: answers['one'] };
    expect((await floats.current()).floats.map(({ balance }) => balance)).toEqual([undefined, 150_050n]);
  });
});
