import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PATIENT } from '../testing/sandbox-fixture.js';
import type { ClosableVendor } from '../vendor-adapter.js';
import type { VendorRequest } from '../../products/products.js';
import { createTermiiVendor } from './termii.vendor.js';

describe('a text that takes several calls', () => {
  let server: Server;
  let vendor: ClosableVendor;
  let calls: string[][];
  /** Acts before the call of that number, from 1, is answered. */
  let onCall: (number: number) => void;
  beforeEach(async () => {
    calls = [];
    onCall = () => undefined;
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { to, reference } = JSON.parse(Buffer.concat(chunks).toString()) as {
          to: string[];
          reference: string;
        };
        calls.push(to);
        onCall(calls.length);
        const messages = to.map((receiver) => ({ receiver, reference, status: 'Delivered', amount: 2.5 }));
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ code: 'ok', messages }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    vendor = createTermiiVendor({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', ...PATIENT });
  });
  afterEach(async () => {
    await vendor.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const recipients = Array.from({ length: 230 }, (_, index) => `+23480312${String(21_000 + index)}`);
  const request: VendorRequest = {
    service: 'sms',
    pages: 1,
    senderId: 'Ada',
    body: 'Hello',
    amount: 290n * 230n,
    recipients,
  };

  it('begins none once its claim is too old: what was not begun was not sent, and is not charged', async () => {
    let leftMs = 600_000;
    onCall = (number) => {
      if (number === 2) leftMs = 0;
    };
    const said = await vendor.dispatch({
      vendorReference: 'NLseveral',
      request,
      window: { leftMs: () => leftMs },
    });
    expect(calls.map(({ length }) => length)).toEqual([100, 100]);
    expect(said).toMatchObject({ outcome: 'partial', delivered: 200, of: 230, cost: 250n * 200n });
  });
});
