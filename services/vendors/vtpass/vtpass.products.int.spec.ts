import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { sandboxApiKey } from '../../sandbox/start-sandbox.js';
import { openVendorFixture, PATIENT, OPEN } from '../testing/sandbox-fixture.js';
import { describeVendor } from '../testing/vendor.contract.js';
import type { VendorRequest } from '../../products/products.js';
import { createVtpassVendor } from './vtpass.vendor.js';

const KEYS = { apiKey: sandboxApiKey(1), publicKey: 'public', secretKey: 'secret' };

const data = (ending: string): VendorRequest => ({
  service: 'data',
  network: 1,
  planType: 3,
  plan: 1301,
  planName: '1GB - 1 day',
  codes: { vtpass: 'mtn-1gb-500' },
  amount: 50_000n,
  phone: `+234803123${ending}`,
});
const cable = (ending: string, provider: 1 | 2 | 3 = 1, code = 'gotv-smallie'): VendorRequest => ({
  service: 'cable',
  provider,
  plan: 101,
  planName: 'GOtv Smallie',
  codes: { vtpass: code },
  amount: 190_000n,
  iuc: `101234${ending}`,
  phone: '+2348031234567',
});
const prepaid = (ending: string): VendorRequest => ({
  service: 'electricity',
  disco: 18,
  meterType: 'prepaid',
  amount: 100_050n,
  meter: `4512345${ending}`,
  phone: '+2348031234567',
});
const postpaid = (ending: string): VendorRequest => ({
  service: 'electricity',
  disco: 21,
  meterType: 'postpaid',
  amount: 250_000n,
  meter: `4512345${ending}`,
  phone: '+2348031234567',
});
const exams = (ending: string, quantity = 2): VendorRequest => ({
  service: 'exams',
  exam: 1,
  quantity,
  amount: 400_000n * BigInt(quantity),
  phone: `+234803123${ending}`,
});

const openFor = (requestFor: (ending: string) => VendorRequest) =>
  openVendorFixture(
    (url, timeouts) => createVtpassVendor({ baseUrl: url, ...KEYS, ...timeouts }),
    requestFor,
  );

describeVendor('vtpass', () => openFor(data), 'data');
describeVendor('vtpass', () => openFor(cable), 'cable TV');
describeVendor('vtpass', () => openFor(prepaid), 'prepaid electricity');
describeVendor('vtpass', () => openFor(postpaid), 'postpaid electricity');
describeVendor('vtpass', () => openFor(exams), 'exam pins');

describe('VTpass deliveries', () => {
  let fixture: Awaited<ReturnType<typeof openFor>>;
  beforeAll(async () => void (fixture = await openFor(data)));
  afterAll(() => fixture.close());
  const attemptOf = (request: VendorRequest) => ({
    vendorReference: fixture.vendor.mintReference(new Date(), new Date(), randomUUID()),
    request,
  });
  const sell = (request: VendorRequest) => fixture.vendor.dispatch({ ...attemptOf(request), window: OPEN });

  it('cost the list price less the commission of each product', async () => {
    expect(await sell(data('1234'))).toMatchObject({ outcome: 'delivered', cost: 48_500n });
    expect(await sell(cable('1234'))).toMatchObject({ cost: 187_150n });
    expect(await sell(cable('1234', 3, 'nova'))).toMatchObject({ outcome: 'delivered' });
    expect(await sell(postpaid('1234'))).toMatchObject({ cost: 245_000n });
    expect(await sell(exams('1234'))).toMatchObject({ cost: 750_000n });
  });

  it('give a prepaid meter a token with units, the same on every query', async () => {
    const attempt = attemptOf(prepaid('1234'));
    const sold = await fixture.vendor.dispatch({ ...attempt, window: OPEN });
    expect(sold).toMatchObject({
      outcome: 'delivered',
      artefacts: { tokens: [expect.stringMatching(/^\d{20}$/)], units: '4.8 kWh' },
    });
    expect(await fixture.vendor.query(attempt)).toEqual(sold);
    expect(await sell(postpaid('1234'))).not.toHaveProperty('artefacts');
  });

  it('are pending while the token of a prepaid meter is missing', async () => {
    const attempt = attemptOf(prepaid('0051'));
    expect(await fixture.vendor.dispatch({ ...attempt, window: OPEN })).toMatchObject({
      outcome: 'pending',
      code: 'TOKEN_DELAYED',
    });
    expect(await fixture.vendor.query(attempt)).toMatchObject({
      outcome: 'delivered',
      artefacts: { tokens: [expect.any(String)] },
    });
  });

  it('give every exam pin with its serial, and requery when pins are missing', async () => {
    const pin = { pin: expect.stringMatching(/^\d{12}$/), serial: expect.stringMatching(/^WRN\d{9}$/) };
    expect(await sell(exams('1234', 3))).toMatchObject({
      outcome: 'delivered',
      artefacts: { pins: [pin, pin, pin] },
    });
    const attempt = attemptOf(exams('0050', 3));
    expect(await fixture.vendor.dispatch({ ...attempt, window: OPEN })).toMatchObject({
      outcome: 'pending',
      code: 'PINS_MISSING',
      vendorTransactionId: expect.any(String),
    });
    expect(await fixture.vendor.query(attempt)).toMatchObject({
      outcome: 'notFound',
      code: 'PINS_MISSING',
      found: {
        outcome: 'partial',
        delivered: 2,
        of: 3,
        cost: 750_000n,
        artefacts: { pins: [pin, pin] },
      },
    });
    expect(await sell(exams('0050', 1))).toMatchObject({ outcome: 'delivered', artefacts: { pins: [pin] } });
  });

  it('fail without a charge for an unsold service or plan', async () => {
    expect(await sell({ ...data('1234'), codes: { 'sme-data': '7' } } as VendorRequest)).toMatchObject({
      outcome: 'failed',
      charged: false,
      code: 'NOT_SOLD',
      blame: 'ourAccount',
    });
    const stale = { ...data('1234'), codes: { vtpass: 'withdrawn' } } as VendorRequest;
    expect(await sell(stale)).toMatchObject({ outcome: 'failed', code: '010' });
  });
});

describe('VTpass look-ups', () => {
  let fixture: Awaited<ReturnType<typeof openFor>>;
  beforeAll(async () => void (fixture = await openFor(data)));
  afterAll(() => fixture.close());

  it('return the address and limits of a meter', async () => {
    const meter = { kind: 'meter', disco: 18, meterType: 'prepaid' } as const;
    expect(await fixture.vendor.verify!({ ...meter, number: '45123451234' })).toEqual({
      lookup: 'found',
      customer: {
        name: 'ADA OKAFOR',
        address: '12 ADEOLA ODEKU STREET, LAGOS',
        minimum: 100_000n,
        maximum: 50_000_000n,
      },
    });
    expect(await fixture.vendor.verify!({ ...meter, number: '45123450404' })).toEqual({ lookup: 'invalid' });
  });

  it('return the bouquet of a smartcard', async () => {
    const card = { kind: 'smartcard', provider: 2 } as const;
    expect(await fixture.vendor.verify!({ ...card, number: '1012341234' })).toMatchObject({
      lookup: 'found',
      customer: { name: 'ADA OKAFOR', currentPlan: 'DSTV Padi' },
    });
    expect(await fixture.vendor.verify!({ ...card, number: '1012340404' })).toEqual({ lookup: 'invalid' });
  });

  it('are unavailable, not invalid, when VTpass does not answer', async () => {
    const gone = createVtpassVendor({ baseUrl: 'http://127.0.0.1:9', ...KEYS, ...PATIENT });
    expect(await gone.verify!({ kind: 'smartcard', provider: 2, number: '1012341234' })).toMatchObject({
      lookup: 'unavailable',
    });
    await gone.close();
  });
});
