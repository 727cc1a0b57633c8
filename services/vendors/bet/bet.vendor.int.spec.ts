import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BET_PLATFORMS_SOLD } from '../../products/bet/bet.product.js';
import { BET_PLATFORMS, type BetPlatform } from '../../contracts/bet.contract.js';
import { sandboxApiKey } from '../../sandbox/start-sandbox.js';
import { openVendorFixture, OPEN } from '../testing/sandbox-fixture.js';
import { describeVendor } from '../testing/vendor.contract.js';
import type { VendorRequest } from '../../products/products.js';
import { createBetVendor } from './bet.vendor.js';
import { classifyFunding, classifyRequery } from './classify-order.js';

const funding = (clientId: string, platform: BetPlatform = 'BET9JA'): VendorRequest => ({
  service: 'bet',
  platform,
  clientId,
  amount: 50_050n,
  codes: BET_PLATFORMS_SOLD[platform]?.codes ?? {},
});
const open = () =>
  openVendorFixture(
    (url, timeouts) => createBetVendor({ baseUrl: `${url}/bet`, apiKey: sandboxApiKey(12), ...timeouts }),
    (ending) => funding(`7712${ending}`),
  );

describeVendor('bet', open);

describe('betting at the aggregator', () => {
  let fixture: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => void (fixture = await open()));
  afterAll(() => fixture.close());
  const whose = (platform: string, number: string) =>
    fixture.vendor.verify!({ kind: 'platform', platform, number });

  it('looks up the account where the platform offers it', async () => {
    expect(await whose('BET9JA', '77121234')).toEqual({ lookup: 'found', customer: { name: 'ADA OKAFOR' } });
    expect(await whose('BET9JA', '77120404')).toEqual({ lookup: 'invalid' });
    expect(await whose('BET9JA AGENT', '77120404')).toEqual({ lookup: 'found', customer: { name: '' } });
    expect(await whose('SPORTYBET', '77121234')).toMatchObject({ lookup: 'unavailable' });
  });

  it('refuses a platform that the vendor does not sell', async () => {
    const attempt = { vendorReference: 'NLnever', request: funding('77121234', 'SPORTYBET') };
    expect(await fixture.vendor.dispatch({ ...attempt, window: OPEN })).toMatchObject({
      outcome: 'failed',
      code: 'NOT_SOLD',
    });
    expect(await fixture.executed('NLnever')).toBeUndefined();
  });
});

describe('BET_PLATFORMS_SOLD', () => {
  it('lists only platforms of the contract', () => {
    expect(BET_PLATFORMS).toHaveLength(29);
    expect(
      Object.keys(BET_PLATFORMS_SOLD).filter((name) => !(BET_PLATFORMS as readonly string[]).includes(name)),
    ).toEqual([]);
  });
});

describe('answers of the aggregator', () => {
  const asked = { reference: 'NLa', amount: 10_000n };
  const answer = (status: number, body: unknown) =>
    ({ answered: true, status, body: typeof body === 'string' ? body : JSON.stringify(body) }) as const;
  const order = (status: unknown, more: object = {}) =>
    answer(200, { code: 'success', data: { request_id: 'NLa', status, order_id: 7, amount: 100, ...more } });

  it.each([
    [order('completed-api', { amount_charged: 99.5 }), { outcome: 'delivered', cost: 9_950n }],
    [order('completed-api', { amount: 99 }), { outcome: 'review', code: 'AMOUNT_MISMATCH' }],
    [order('queued-api'), { outcome: 'pending' }],
    [order('refunded'), { outcome: 'reversed' }],
    [order('failed-api'), { outcome: 'failed', charged: false }],
    [order('done'), { outcome: 'unknown' }],
    [order(undefined), { outcome: 'unknown' }],
    [order('completed-api', { request_id: 'NLb' }), { outcome: 'unknown' }],
    [answer(402, { code: 'insufficient_funds' }), { outcome: 'failed', fault: 'balance' }],
    [answer(403, { code: 'rest_forbidden' }), { outcome: 'failed', fault: 'access' }],
    [answer(400, { code: 'invalid_service' }), { outcome: 'failed', fault: 'plan' }],
    [answer(404, { code: 'customer_not_found' }), { outcome: 'failed', blame: 'input' }],
    [answer(409, { code: 'duplicate_request_id' }), { outcome: 'unknown' }],
    [answer(400, { code: 'something_new' }), { outcome: 'unknown' }],
    [answer(400, { code: 'constructor' }), { outcome: 'unknown' }],
    [answer(500, { code: 'insufficient_funds' }), { outcome: 'unknown' }],
    [answer(200, '<html>'), { outcome: 'unknown' }],
    [answer(404, '<html>'), { outcome: 'unknown' }],
  ])('%#', (said, means) => {
    expect(classifyFunding(said, asked)).toMatchObject(means);
  });

  it('reads a requery as not found only for order_not_found', () => {
    expect(classifyRequery(answer(404, { code: 'order_not_found' }), asked)).toMatchObject({
      outcome: 'notFound',
    });
    expect(classifyRequery(answer(404, { code: 'rest_no_route' }), asked)).toMatchObject({
      outcome: 'unknown',
    });
    expect(classifyRequery(answer(402, { code: 'insufficient_funds' }), asked)).toMatchObject({
      outcome: 'unknown',
    });
  });
});
