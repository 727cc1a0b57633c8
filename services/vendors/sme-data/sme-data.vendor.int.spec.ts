import { describe, expect, it } from '@jest/globals';
import { sandboxApiKey } from '../../sandbox/start-sandbox.js';
import { openVendorFixture, OPEN } from '../testing/sandbox-fixture.js';
import { describeVendor } from '../testing/vendor.contract.js';
import { type VendorFixture } from '../testing/sandbox-fixture.js';
import type { VendorAdapter } from '../vendor-adapter.js';
import type { DataVendorRequest } from '../../products/data/data.product.js';
import { classifyShare, classifyStatus } from './classify-share.js';
import { createSmeDataVendor } from './sme-data.vendor.js';

let numbers = 0;
/** Each call uses a new phone, because the host's ledger can be searched by phone only. */
const share = (ending: string, changes: Partial<DataVendorRequest> = {}): DataVendorRequest => ({
  service: 'data',
  network: 1,
  planType: 1,
  plan: 1102,
  planName: '1GB - 30 days',
  codes: { 'sme-data': '213' },
  amount: 60_000n,
  phone: `+234803${String((numbers += 1)).padStart(3, '0')}${ending}`,
  ...changes,
});

const open = async (): Promise<VendorFixture & { readonly url: string }> => {
  const sent = new Map<string, string>();
  const fixture = await openVendorFixture(
    (url, timeouts) =>
      createSmeDataVendor({ baseUrl: `${url}/sme-data/api`, apiKey: sandboxApiKey(4), ...timeouts }),
    share,
  );
  const noting = (vendor: VendorAdapter): VendorAdapter => ({
    ...vendor,
    dispatch: (attempt) => {
      sent.set(attempt.vendorReference, (attempt.request as DataVendorRequest).phone.replace('+234', '0'));
      return vendor.dispatch(attempt);
    },
  });
  return {
    ...fixture,
    vendor: noting(fixture.vendor),
    impatient: noting(fixture.impatient),
    async executed(vendorReference) {
      const address = `${fixture.url}/vendor-ledger?recipient=${sent.get(vendorReference)}`;
      return ((await (await fetch(address)).json()) as { posts: number; state: string }[]).at(-1);
    },
  };
};

describeVendor('sme-data', open);

describe('an SME data host', () => {
  it("maps our networks to the host's ids: 3 is 9mobile, 4 is Airtel", async () => {
    const fixture = await open();
    const dispatch = (request: DataVendorRequest) =>
      fixture.vendor.dispatch({ vendorReference: `NL${Math.random()}`, request, window: OPEN });
    expect(await dispatch(share('1234', { network: 3, codes: { 'sme-data': '412' } }))).toMatchObject({
      outcome: 'delivered',
      cost: 77_000n,
    });
    expect(await dispatch(share('1234', { network: 4, codes: { 'sme-data': '511' } }))).toMatchObject({
      outcome: 'delivered',
    });
    expect(await dispatch(share('1234', { network: 3, codes: { 'sme-data': '511' } }))).toMatchObject({
      outcome: 'failed',
      code: 'PLAN_UNKNOWN',
      blame: 'ourAccount',
      fault: 'plan',
    });
    await fixture.close();
  });

  it('refuses a plan without an id at this host', async () => {
    const fixture = await open();
    const attempt = { vendorReference: 'NLnever', request: share('1234', { codes: { vtpass: 'mtn-1gb' } }) };
    expect(await fixture.vendor.dispatch({ ...attempt, window: OPEN })).toMatchObject({
      outcome: 'failed',
      code: 'NOT_SOLD',
    });
    expect(await fixture.executed('NLnever')).toBeUndefined();
    await fixture.close();
  });
});

describe('answers of an SME data host', () => {
  const asked = { phone: '08031234567', plan: '213' };
  const answer = (status: number, body: unknown) =>
    ({ answered: true, status, body: typeof body === 'string' ? body : JSON.stringify(body) }) as const;
  const order = (Status: unknown, more: object = {}) =>
    answer(201, { id: 7, Status, mobile_number: '08031234567', plan: 213, plan_amount: '570.0', ...more });

  it.each([
    [order('successful'), { outcome: 'delivered', cost: 57_000n, vendorTransactionId: '7' }],
    [
      order('successful', { balance_before: '1000.5', balance_after: '431.5' }),
      { outcome: 'delivered', cost: 56_900n },
    ],
    [order('successful', { mobile_number: '08031234568' }), { outcome: 'unknown' }],
    [order('successful', { mobile_number: 'none' }), { outcome: 'unknown' }],
    ...[8031234567, '2348031234567', '+234 803 123 4567'].map(
      (mobile_number) => [order('successful', { mobile_number }), { outcome: 'delivered' }] as const,
    ),
    [order('successful', { plan: 214 }), { outcome: 'unknown' }],
    [order('pending'), { outcome: 'pending', vendorTransactionId: '7' }],
    [order('refunded'), { outcome: 'reversed' }],
    [order('failed'), { outcome: 'failed', charged: false }],
    [order('Sent to gateway'), { outcome: 'unknown', vendorTransactionId: '7' }],
    [order(undefined), { outcome: 'unknown' }],
    [answer(400, { error: ['Insufficient balance'] }), { outcome: 'failed', fault: 'balance' }],
    [answer(401, { detail: 'Invalid token.' }), { outcome: 'failed', fault: 'access' }],
    [answer(400, { error: ['Plan not available'] }), { outcome: 'failed', fault: 'plan' }],
    [answer(400, { error: ['Something new'] }), { outcome: 'unknown' }],
    [answer(502, { error: ['Insufficient balance'] }), { outcome: 'unknown' }],
    [answer(200, '<html>'), { outcome: 'unknown' }],
  ])('%#', (said, means) => {
    expect(classifyShare(said, asked)).toMatchObject(means);
  });

  it('reads a refused query as unknown, never as failed', () => {
    for (const status of [400, 401, 404, 429, 500])
      expect(classifyStatus(answer(status, { error: ['Insufficient balance'] }), asked)).toMatchObject({
        outcome: 'unknown',
      });
  });
});
