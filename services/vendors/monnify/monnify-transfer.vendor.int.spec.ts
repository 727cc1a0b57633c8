import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MONNIFY, openVendorFixture, PATIENT, OPEN } from '../testing/sandbox-fixture.js';
import { describeVendor } from '../testing/vendor.contract.js';
import type { VendorRequest } from '../../products/products.js';
import { classifySingle, classifySummary } from './classify-transfer.js';
import { createMonnifyTransferVendor } from './monnify-transfer.vendor.js';
import { parseDisbursementWebhook } from './webhooks.js';

const transferTo = (accountNumber: string): VendorRequest => ({
  service: 'transfer',
  bankCode: '058',
  bankName: 'GTBank',
  accountNumber,
  accountName: 'ADA OKAFOR',
  narration: 'Rent',
  amount: 1_000_050n,
});
const keys = { apiKey: MONNIFY.monnifyApiKey, secretKey: MONNIFY.monnifySecretKey, account: '8016472829' };
const open = () =>
  openVendorFixture(
    (url, timeouts) => createMonnifyTransferVendor({ baseUrl: url, ...keys, ...timeouts }),
    (ending) => transferTo(`012345${ending}`),
  );

describeVendor('monnify-transfer', open);

describe('a transfer at Monnify', () => {
  let fixture: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => void (fixture = await open()));
  afterAll(() => fixture.close());

  it('costs the amount plus the fee, and returns the session id', async () => {
    const attempt = { vendorReference: 'NLtransfer1', request: transferTo('0123451111') };
    const delivered = {
      outcome: 'delivered',
      cost: 1_000_050n + 2_000n,
      artefacts: { sessionId: expect.stringMatching(/^\d{30}$/) },
    };
    expect(await fixture.vendor.dispatch({ ...attempt, window: OPEN })).toMatchObject(delivered);
    expect(await fixture.vendor.query(attempt)).toMatchObject(delivered);
  });

  it('fails without a charge when the secret key is wrong', async () => {
    const stranger = createMonnifyTransferVendor({
      baseUrl: fixture.url,
      ...keys,
      secretKey: 'wrong',
      ...PATIENT,
    });
    const attempt = { vendorReference: 'NLtransfer2', request: transferTo('0123451111') };
    expect(await stranger.dispatch({ ...attempt, window: OPEN })).toMatchObject({
      outcome: 'failed',
      charged: false,
      code: 'LOGIN',
      blame: 'ourAccount',
      fault: 'access',
    });
    expect(await stranger.query(attempt)).toMatchObject({ outcome: 'unknown' });
    expect(await fixture.executed('NLtransfer2')).toBeUndefined();
    await stranger.close();
  });
});

describe('answers of Monnify about a transfer', () => {
  const asked = { reference: 'NLa', amount: 10_000n };
  const answer = (status: number, body: unknown) =>
    ({ answered: true, status, body: typeof body === 'string' ? body : JSON.stringify(body) }) as const;
  const says = (status: unknown, more: object = {}) =>
    answer(200, {
      requestSuccessful: true,
      responseBody: { reference: 'NLa', amount: 100, status, ...more },
    });
  const refusal = (status: number, responseCode: string) =>
    answer(status, { requestSuccessful: false, responseMessage: 'no', responseCode });

  it.each([
    [says('SUCCESS', { totalFee: 10 }), { outcome: 'delivered', cost: 11_000n }],
    [says('COMPLETED', { fee: '20.00' }), { outcome: 'delivered', cost: 12_000n }],
    [says('SUCCESS', { amount: 99 }), { outcome: 'review', code: 'AMOUNT_MISMATCH' }],
    [says('PENDING'), { outcome: 'pending' }],
    [says('AWAITING_PROCESSING'), { outcome: 'pending' }],
    [says('IN_PROGRESS'), { outcome: 'pending' }],
    [says('PENDING_AUTHORIZATION'), { outcome: 'review', code: 'PENDING_AUTHORIZATION' }],
    [says('OTP_EMAIL_DISPATCH_FAILED'), { outcome: 'review' }],
    [says('FAILED'), { outcome: 'failed', charged: false }],
    [says('EXPIRED'), { outcome: 'failed', charged: false }],
    [says('REVERSED'), { outcome: 'reversed' }],
    [says('SOMETHING_NEW'), { outcome: 'unknown' }],
    [says('SUCCESS', { reference: 'NLb' }), { outcome: 'unknown' }],
    [refusal(422, 'D07'), { outcome: 'unknown', reason: 'http 422 code D07' }],
    [refusal(422, '99'), { outcome: 'unknown' }],
    [refusal(500, '99'), { outcome: 'unknown' }],
    [refusal(400, '99'), { outcome: 'failed', blame: 'input' }],
    [refusal(403, '99'), { outcome: 'failed', fault: 'access' }],
    [
      says('FAILED', { transactionDescription: 'Insufficient funds in source account' }),
      { outcome: 'failed', blame: 'ourAccount', fault: 'balance' },
    ],
    [answer(400, '<html>'), { outcome: 'unknown' }],
    [answer(200, '[]'), { outcome: 'unknown' }],
  ])('%#', (said, means) => {
    expect(classifySingle(said, asked)).toMatchObject(means);
  });

  it('reads a refused query as unknown, never as failed', () => {
    expect(classifySummary(refusal(404, '99'), asked)).toMatchObject({ outcome: 'notFound' });
    expect(classifySummary(answer(404, '<html>'), asked)).toMatchObject({ outcome: 'unknown' });
    for (const status of [400, 401, 403, 422])
      expect(classifySummary(refusal(status, '99'), asked)).toMatchObject({ outcome: 'unknown' });
  });

  it('takes only the reference from a webhook', () => {
    const hook = (eventType: string, reference: string) =>
      parseDisbursementWebhook(JSON.stringify({ eventType, eventData: { reference } }));
    expect(hook('REVERSED_DISBURSEMENT', 'NLabc')).toEqual({ vendorReference: 'NLabc' });
    expect(hook('SUCCESSFUL_TRANSACTION', 'NLabc')).toBeUndefined();
    expect(hook('FAILED_DISBURSEMENT', '../etc')).toBeUndefined();
    expect(parseDisbursementWebhook('{')).toBeUndefined();
  });
});
