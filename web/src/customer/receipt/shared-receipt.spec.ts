import { expect, it } from '@jest/globals';
import { DEFAULT_BRAND } from '../../../../services/contracts/brand/default-brand.js';
import { pageBrandOf } from '../../../../services/contracts/brand/page-brand.js';
import type { Transaction } from '../../api/transactions.api.js';
import { pictureOf, textOf } from './shared-receipt.js';

const TRANSACTION = {
  transaction_status: 'Successful',
  transaction_history_date: '2026-03-01T10:00:00.000+01:00',
  api_transaction_reference: 'NL1',
  service: 'electricity',
  product: 'Ikeja\u202e electricity',
  phone_number: '4501\u202d2345',
  face_value: 5_000,
  price: 4_950,
  facts: [{ label: 'Token', value: '1234\u2066', copy: true }],
  steps: [],
} as unknown as Transaction;

// The server writes the brand into the page.
const content = JSON.stringify(pageBrandOf(DEFAULT_BRAND, []));
Object.assign(globalThis, { document: { querySelector: () => ({ content }) } });

it('a shared receipt writes marks of direction out, as text and as a picture', () => {
  for (const shared of [textOf(TRANSACTION, undefined), JSON.stringify(pictureOf(TRANSACTION, undefined))]) {
    expect(shared).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(shared).toContain('Ikeja[U+202E] electricity');
  }
  expect(pictureOf(TRANSACTION, undefined).lines).toContainEqual(
    expect.objectContaining({ value: expect.stringContaining('[U+202D]') }),
  );
});
