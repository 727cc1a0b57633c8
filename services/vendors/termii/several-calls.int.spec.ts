import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PATIENT } from '../testing/sandbox-fixture.js';
import type { ClosableVendor } from '../vendor-adapter.js';
import type { VendorRequest } from '../../products/products.js';
import { createTermiiVendor } from './termii.vendor.js';

describe('an SMS that takes several calls', () => {
  let server: Server;
  let vendor: ClosableVendor;
  let calls: string[][];
  let listed: object[] = [];
  let rows: (to: readonly string[], reference: string) => object[];
  /** Runs before the answer to call `number`, counted from 1. */
  let onCall: (number: number) => void;
  beforeEach(async () => {
    calls = [];
    onCall = () => undefined;
    rows = (to, reference) =>
      to.map((receiver) => ({ receiver, reference, status: 'Delivered', amount: 2.5 }));
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.method === 'GET') return void response.end(JSON.stringify(listed));
        const { to, reference } = JSON.parse(Buffer.concat(chunks).toString()) as {
          to: string[];
          reference: string;
        };
        calls.push(to);
        onCall(calls.length);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ code: 'ok', messages: rows(to, reference) }));
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

  it('begins no call after the window closed, and charges only the recipients already sent to', async () => {
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

  const claimed = { vendorReference: 'NLseveral', request, window: { leftMs: () => 600_000 } };

  it.each<[string, (number: string) => string]>([
    ['with a plus sign', (number) => `+${number}`],
    ['as they are dialled at home', (number) => `0${number.slice(3)}`],
  ])('reads recipients written %s', async (_, written) => {
    const readable = rows;
    rows = (to, reference) => readable(to.map(written), reference);
    expect(await vendor.dispatch(claimed)).toMatchObject({ outcome: 'delivered', cost: 250n * 230n });
    listed = rows(
      recipients.map((recipient) => recipient.slice(1)),
      'NLseveral',
    );
    expect(await vendor.query(claimed)).toMatchObject({ outcome: 'delivered', cost: 250n * 230n });
  });

  it('is unknown when an accepted call does not list every recipient', async () => {
    const readable = rows;
    rows = (to, reference) => readable(to.slice(1), reference);
    expect(await vendor.dispatch(claimed)).toEqual({ outcome: 'unknown', reason: 'recipients missing' });
  });

  it('reads a list of a thousand recipients with the whole text in every row', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `+2348031${String(200_000 + index)}`);
    listed = many.map((recipient) => ({
      sender: 'Ada',
      receiver: recipient.slice(1),
      // Longest possible message: ten pages.
      message: 'x'.repeat(1_530),
      reference: 'NLmany',
      status: 'Delivered',
      amount: 25,
    }));
    const asked = { vendorReference: 'NLmany', request: { ...request, recipients: many }, startedAt: 0 };
    expect(await vendor.query(asked as never)).toMatchObject({ outcome: 'delivered', cost: 2_500n * 1_000n });
  });
});
