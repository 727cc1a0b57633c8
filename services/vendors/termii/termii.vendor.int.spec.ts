import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sandboxApiKey } from '../../sandbox/start-sandbox.js';
import { openVendorFixture, OPEN } from '../testing/sandbox-fixture.js';
import { describeVendor } from '../testing/vendor.contract.js';
import type { VendorRequest } from '../../products/products.js';
import { readMessages, summarise } from './recipient-outcomes.js';
import { createTermiiVendor } from './termii.vendor.js';

const textTo = (...recipients: string[]): VendorRequest => ({
  service: 'sms',
  pages: 1,
  senderId: 'Ada',
  body: 'Hello',
  amount: 290n * BigInt(recipients.length),
  recipients,
});
const open = () =>
  openVendorFixture(
    (url, timeouts) =>
      createTermiiVendor({ baseUrl: `${url}/termii`, apiKey: sandboxApiKey(11), ...timeouts }),
    (ending) => textTo(`+234803123${ending}`),
    (reference) => `${reference}/`,
  );

describeVendor('termii', open);

describe('an SMS to many recipients', () => {
  let fixture: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => void (fixture = await open()));
  afterAll(() => fixture.close());
  const send = async (request: VendorRequest) => {
    const attempt = {
      vendorReference: fixture.vendor.mintReference(new Date(), new Date(), 'x'.repeat(30)),
      request,
    };
    return {
      said: await fixture.vendor.dispatch({ ...attempt, window: OPEN }),
      asked: () => fixture.vendor.query(attempt),
    };
  };

  it('reports the result per recipient, and costs only delivered messages', async () => {
    const { said, asked } = await send(textTo('+2348031231111', '+2348031230016', '+2348031232222'));
    const partial = {
      outcome: 'partial',
      delivered: 2,
      of: 3,
      cost: 500n,
      artefacts: {
        results: [
          { recipient: '+2348031231111', delivered: true },
          { recipient: '+2348031230016', delivered: false, reason: 'Message Failed' },
          { recipient: '+2348031232222', delivered: true },
        ],
      },
    };
    expect(said).toMatchObject(partial);
    expect(await asked()).toMatchObject(partial);
  });

  it('sends a hundred recipients per call, each once', async () => {
    const many = Array.from({ length: 230 }, (_, index) => `+23480312${String(21_000 + index)}`);
    const attempt = {
      vendorReference: fixture.vendor.mintReference(new Date(), new Date(), 'm'.repeat(30)),
      request: textTo(...many),
    };
    expect(await fixture.vendor.dispatch({ ...attempt, window: OPEN })).toMatchObject({
      outcome: 'delivered',
      cost: 250n * 230n,
    });
    const rows = (await (await fetch(`${fixture.url}/vendor-ledger`)).json()) as {
      requestId: string;
      posts: number;
    }[];
    const ours = rows.filter(({ requestId }) => requestId.startsWith(`${attempt.vendorReference}/`));
    expect(ours.map(({ posts }) => posts)).toEqual(many.map(() => 1));
  });

  it('fails without a charge when the sender id is refused', async () => {
    const attempt = {
      vendorReference: fixture.vendor.mintReference(new Date(), new Date(), 'r'.repeat(30)),
      request: { ...textTo('+2348031231111'), senderId: 'A' } as VendorRequest,
    };
    expect(await fixture.vendor.dispatch({ ...attempt, window: OPEN })).toEqual({
      outcome: 'failed',
      charged: false,
      code: 'HTTP_400',
      blame: 'input',
    });
  });

  it('refuses other services', async () => {
    const request: VendorRequest = { service: 'airtime', network: 1, phone: '+2348031231111', amount: 100n };
    expect((await send(request)).said).toMatchObject({ outcome: 'failed', code: 'NOT_SOLD' });
  });
});

describe('answers of the gateway', () => {
  const row = (receiver: string, status: string) => ({ receiver, status, reference: 'NLmine' });
  const said = (...rows: object[]) =>
    summarise(['+2341', '+2342'], readMessages(rows, 'NLmine')!, 'unexplained');

  it('are unreadable when a row has no reference', () => {
    expect(readMessages([{ receiver: '2341', status: 'Delivered' }], 'NLmine')).toBeUndefined();
    expect(readMessages('<html>', 'NLmine')).toBeUndefined();
  });

  it("are notFound with the others' outcome while a recipient is missing", () => {
    expect(said(row('2341', 'Delivered'))).toMatchObject({
      outcome: 'notFound',
      found: { outcome: 'partial', delivered: 1, of: 2 },
    });
    expect(said(row('2341', 'Message Failed'))).toEqual({
      outcome: 'notFound',
      code: 'SOME_MISSING',
      othersFailed: true,
    });
    expect(said(row('2341', 'Message Sent'))).toMatchObject({ outcome: 'pending' });
    expect(said({ ...row('2341', 'Delivered'), reference: 'NLother' })).toMatchObject({
      outcome: 'notFound',
    });
  });

  it('are unknown when a row names an unordered number', () => {
    const states = readMessages([row('2341', 'Delivered'), row('44', 'Delivered')], 'NLmine')!;
    const unknown = { outcome: 'unknown', reason: 'strange recipients' };
    expect(summarise(['+2341', '+2342'], states, 'unexplained')).toEqual(unknown);
  });

  it('have no cost when a row has no amount, so that the expected cost is booked instead of zero', () => {
    const paid = { ...row('2341', 'Delivered'), amount: 2.5 };
    expect(said(paid, { ...row('2342', 'Delivered'), amount: '2.50' })).toMatchObject({ cost: 500n });
    expect(said(paid, row('2342', 'Delivered'))).not.toHaveProperty('cost');
    expect(said(row('2341', 'Delivered'), row('2342', 'Rejected'))).not.toHaveProperty('cost');
    expect(said(paid, row('2342', 'Rejected'))).toMatchObject({ outcome: 'partial', cost: 250n });
  });

  it('are unknown, never failed, for an unlisted status', () => {
    expect(said(row('2341', 'Message Failed'), row('2342', 'Gone Fishing'))).toMatchObject({
      outcome: 'unknown',
    });
    expect(said(row('2341', 'Message Failed'), row('2342', 'constructor'))).toMatchObject({
      outcome: 'unknown',
    });
    expect(said(row('2341', 'Message Failed'), row('2342', 'Message Sent'))).toMatchObject({
      outcome: 'pending',
    });
    expect(said(row('2341', 'Message Failed'), row('2342', 'Rejected'))).toMatchObject({ outcome: 'failed' });
  });
});
