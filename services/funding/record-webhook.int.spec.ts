import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { webhookBody } from '../sandbox/monnify/answers.js';
import { reversedDisbursement } from '../sandbox/monnify/disbursement-answers.js';
import { TRANSFER_VENDOR } from '../sandbox/vendor-books.js';
import { inboxKey } from './record-webhook.js';
import { FakeProvider } from './testing/fake-provider.js';
import { openFunding, signed } from './testing/open-funding.js';

const AT = Date.parse('2026-03-01T11:00:00.000Z');
const ACCOUNT = {
  accountReference: 'NL-5f0c2a52-1a5e-4c7f-9a55-0d5f8f1f2a10',
  accountName: 'Zurielkemi Okparavero',
  customerName: 'Zurielkemi Okparavero',
  customerEmail: 'zurielkemi@people.test',
  accountNumbers: ['6000000001', '6000000002'],
  at: AT,
};
const TRANSFER = {
  number: 1,
  transactionReference: 'MNFY|20260301120000|000001',
  accountNumber: '6000000001',
  account: ACCOUNT,
  amount: 20_000,
  at: AT,
  duplicates: 0,
  loseWebhook: false,
  told: false,
};
const PAYMENT = {
  number: 7,
  requestId: 'NLabc1',
  vendor: TRANSFER_VENDOR,
  service: 'transfer-058',
  recipient: '0987653391',
  amount: 1_500,
  at: AT,
  posts: 1,
  queries: 0,
  state: 'reversed',
} as const;
const REFUND = {
  eventType: 'SUCCESSFUL_REFUND',
  eventData: {
    merchantReason: 'Zurielkemi asked',
    transactionReference: 'MNFY|1',
    completedOn: '20/04/2026 4:24:06 PM',
    refundStatus: 'COMPLETED',
    customerNote: 'for Zurielkemi',
    createdOn: '20/04/2026 4:23:37 PM',
    refundReference: 'ref001',
    refundAmount: '100.00',
    destinationAccountNumber: '0123456789',
  },
};
/** Personal data in fields that normally hold other data. */
const STUFFED = {
  eventType: 'FAILED_TRANSACTION',
  eventData: {
    transactionReference: 'Zurielkemi Okparavero',
    paymentReference: 'zurielkemi@people.test',
    paymentStatus: 'Zurielkemi, 0123456789',
    paidOn: '0123456789',
    amountPaid: 'Zurielkemi',
    totalPayable: { accountNumber: '0123456789' },
    currency: ['Okparavero'],
    product: 'Zurielkemi',
  },
};

const PERSONAL = [
  'zurielkemi',
  'okparavero',
  'people.test',
  'ada okafor',
  'chinedu eze',
  '0123456789',
  '6000000001',
  '0987653391',
  'reversed by',
];

let fixture: Awaited<ReturnType<typeof openFunding>>;
beforeEach(async () => {
  fixture = await openFunding({ providers: [new FakeProvider()] });
});
afterEach(() => fixture.remove());

/** Decrypted content of a stored webhook. */
async function keptOf(text: string): Promise<Record<string, unknown>> {
  const body = Buffer.from(text);
  await fixture.funding.receiveWebhook('monnify', body, signed(body));
  const message = await fixture.inbox.get(hash('sha256', body, 'hex'));
  expect(message?.from).toBe('monnify');
  return fixture.people.vault.open(inboxKey('monnify'), message!.sealed)!;
}

it.each([
  [
    'a payment',
    webhookBody(TRANSFER),
    {
      eventType: 'SUCCESSFUL_TRANSACTION',
      transactionReference: TRANSFER.transactionReference,
      paymentReference: TRANSFER.transactionReference,
      accountReference: ACCOUNT.accountReference,
      accountType: 'RESERVED_ACCOUNT',
      amountPaid: '20000',
      totalPayable: '20000',
      settlementAmount: '19990',
      paidOn: '2026-03-01 12:00:00.000',
      currency: 'NGN',
      paymentMethod: 'ACCOUNT_TRANSFER',
      paymentStatus: 'PAID',
    },
  ],
  [
    'a failure after a byte order mark',
    `\ufeff${JSON.stringify(STUFFED)}`,
    { eventType: 'FAILED_TRANSACTION' },
  ],
  [
    'a transfer that came back',
    reversedDisbursement(PAYMENT),
    {
      eventType: 'REVERSED_DISBURSEMENT',
      reference: 'NLabc1',
      transactionReference: 'MFDS0000000000000007',
      amount: '1500',
      fee: '10.00',
      createdOn: '2026-03-01T11:00:00.000Z',
      status: 'REVERSED',
    },
  ],
  [
    'a refund',
    JSON.stringify(REFUND),
    {
      eventType: 'SUCCESSFUL_REFUND',
      transactionReference: 'MNFY|1',
      refundReference: 'ref001',
      refundAmount: '100.00',
      createdOn: '20/04/2026 4:23:37 PM',
      completedOn: '20/04/2026 4:24:06 PM',
      refundStatus: 'COMPLETED',
    },
  ],
  [
    'a body that says other things where facts stand',
    JSON.stringify(STUFFED),
    { eventType: 'FAILED_TRANSACTION' },
  ],
  ['a body that is no JSON', '{"customer":{"name":"Zurielkemi Okparavero"', {}],
  ['a body of another shape', '["Zurielkemi Okparavero"]', {}],
])('keeps the content of %s without personal data', async (_, text, facts) => {
  const kept = await keptOf(text);
  expect(kept).toEqual({ bytes: Buffer.byteLength(text), ...facts });
  const words = JSON.stringify(kept).toLowerCase();
  expect(PERSONAL.filter((each) => words.includes(each))).toEqual([]);
});
