import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openSendWindow } from './send-window.js';
import { closeVendors, createVendors } from './vendors.js';

it('an account sends its own code of a plan, and otherwise that of its adapter', async () => {
  const sent: unknown[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (body: string) => sent.push(JSON.parse(body)));
    request.on('end', () => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { apiKey: 'a', publicKey: 'b', secretKey: 'c' };
  const accounts = [4, 6].map((code) => ({ ...keys, code, name: 'Host', adapter: 'sme-data', baseUrl }));
  const vendors = createVendors(accounts, { postTimeoutMs: 5_000, queryTimeoutMs: 5_000 });
  const request = {
    ...({ service: 'data', network: 1, planType: 1, plan: 1, planName: '1GB' } as const),
    codes: { 'sme-data': '290', 6: '77' },
    phone: '+2348030000000',
    amount: 100_00n,
  };
  for (const vendor of vendors.values())
    await vendor.dispatch({ vendorReference: 'NL1', request, window: openSendWindow(60_000) });
  expect(sent).toMatchObject([{ plan: 290 }, { plan: 77 }]);
  await closeVendors(vendors);
  server.close();
});
