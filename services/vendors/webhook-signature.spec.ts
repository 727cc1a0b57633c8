import { describe, expect, it } from '@jest/globals';
import { isWebhookSignature, webhookSignature } from './webhook-signature.js';

/** Example in Monnify's documentation, "Computing Request Validation Hash". */
const SECRET = '91MUDL9N6U3BQRXBQ2PJ9M0PW4J22M1Y';
const BODY = Buffer.from(
  '{"eventData":{"product":{"reference":"111222333","type":"OFFLINE_PAYMENT_AGENT"},' +
    '"transactionReference":"MNFY|76|20211117154810|000001","paymentReference":"0.01462001097368737",' +
    '"paidOn":"17/11/2021 3:48:10 PM","paymentDescription":"Mockaroo Jesse","metaData":{},' +
    '"destinationAccountInformation":{},"paymentSourceInformation":{},"amountPaid":78000,"totalPayable":78000,' +
    '"offlineProductInformation":{"code":"41470","type":"DYNAMIC"},"cardDetails":{},"paymentMethod":"CASH",' +
    '"currency":"NGN","settlementAmount":77600,"paymentStatus":"PAID",' +
    '"customer":{"name":"Mockaroo Jesse","email":"111222333@ZZAMZ4WT4Y3E.monnify"}},' +
    '"eventType":"SUCCESSFUL_TRANSACTION"}',
);
const SIGNATURE =
  'f04fb635e04d71648bd3cc7999003da6861483342c856d05ddfa9b2dafacb873' +
  'b0de1d0f8f67405d0010b4348b721c49fa171d317972618debba6b638aedcd3c';

describe('the signature of a webhook', () => {
  it('equals the example that Monnify published', () => {
    expect(webhookSignature(BODY, SECRET)).toBe(SIGNATURE);
    expect(isWebhookSignature(SIGNATURE, BODY, SECRET)).toBe(true);
  });

  it('is wrong for other bytes, another secret or malformed text', () => {
    expect(isWebhookSignature(SIGNATURE, Buffer.concat([BODY, Buffer.from(' ')]), SECRET)).toBe(false);
    expect(isWebhookSignature(SIGNATURE, BODY, `${SECRET}x`)).toBe(false);
    for (const shown of [
      undefined,
      '',
      'x',
      SIGNATURE.slice(1),
      `0${SIGNATURE.slice(1)}`,
      `${SIGNATURE}0`,
      'é'.repeat(128),
    ])
      expect(isWebhookSignature(shown, BODY, SECRET)).toBe(false);
  });
});
