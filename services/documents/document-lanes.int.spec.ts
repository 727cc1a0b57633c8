import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore } from '../../infra/event-store/event-store.js';
import { EmbeddedLimits } from '../../infra/limits/embedded-limits.js';
import type { TransactionDetails } from '../contracts/history.contract.js';
import type { Proofs } from '../audit/proofs/proofs.js';
import { Documents } from './documents.js';
import { readPdf } from './testing/read-pdf.js';
import type { Brands } from '../brand/brands.js';
import type { Logos } from '../brand/logo/logos.js';
import { DEFAULT_BRAND } from '../contracts/brand/default-brand.js';

const RECEIPT: TransactionDetails = {
  transaction_history_date: '2026-03-01T10:00:00.000+01:00',
  api_transaction_reference: 'NL0123456789ABCDEF',
  service: 'airtime',
  product: 'Mtn airtime',
  amount: 99,
  wallet_balance: 1000,
  balance_after_purchase: 1000,
  phone_number: '08031234567',
  transaction_status: 'Successful',
  status: 'Successful',
  face_value: 100,
  price: 99,
  discount: 1,
  facts: [],
  steps: [{ step: 'accepted', at: '2026-03-01T10:00:00.000+01:00' }],
};
const DAYS = { from: '2026-03-01', to: '2026-03-31' };
const RANGE = { from: '2026-02-28T23:00:00.000Z', to: '2026-03-31T23:00:00.000Z' };

/** Event store that answers only after `release`. */
class SlowLedger implements Pick<EventStore, 'head' | 'readStream'> {
  private open!: () => void;
  private readonly opened = new Promise<void>((resolve) => (this.open = resolve));

  release(): void {
    this.open();
  }

  async head(): ReturnType<EventStore['head']> {
    await this.opened;
    return { revision: -1, hash: '' } as Awaited<ReturnType<EventStore['head']>>;
  }

  async readStream(): ReturnType<EventStore['readStream']> {
    await this.opened;
    return [];
  }
}

let ledger: SlowLedger;
let documents: Documents;
let proofs: Pick<Proofs, 'ofPurchase'>;
let completed: string[];

/** Documents that stop waiting for a proof after 1 ms. */
class Impatient extends Documents {
  protected override readonly proofWithinMs = 1;
}

beforeEach(() => {
  ledger = new SlowLedger();
  completed = [];
  const limits = new EmbeddedLimits({ entries: () => [], put: async () => true, remove: async () => true });
  proofs = { ofPurchase: () => Promise.reject(new Error('the ledger does not answer')) };
  documents = new Impatient(
    ledger as unknown as EventStore,
    {} as never,
    limits,
    { RATE_LIMIT_STATEMENTS: 6 },
    proofs as Proofs,
    { current: async () => DEFAULT_BRAND } as Brands,
    { current: async () => undefined } as unknown as Logos,
  );
});
afterEach(() => documents.onApplicationShutdown());

/** Orders a statement; resolves with `made` or an error code. */
function statement(person: string, format: 'csv' | 'pdf' = 'pdf'): Promise<string> {
  const user = { userId: person, firstName: person, lastName: '' };
  return documents.statement({ user, format, days: DAYS, range: RANGE }).then(
    () => (completed.push(person), 'made'),
    (error: { code?: string }) => error.code ?? String(error),
  );
}

describe('documents', () => {
  it("of one person with many orders do not delay another person's receipt", async () => {
    const many = Array.from({ length: 8 }, () => statement('ada'));
    // All eight are unfinished, because the ledger does not answer.
    const receipt = await documents.receipt('ben', RECEIPT, 'purchase-1');
    expect(receipt.subarray(0, 5).toString()).toBe('%PDF-');
    expect(completed).toEqual([]);
    ledger.release();
    await Promise.all(many);
  });

  it('are drawn without the proof when it takes too long', async () => {
    proofs.ofPurchase = () => new Promise(() => undefined);
    const receipt = readPdf(await documents.receipt('ben', RECEIPT, 'purchase-1'));
    expect(receipt.files.size).toBe(0);
    expect(receipt.text).toContain('NL0123456789ABCDEF');
  });

  it("are drawn in turns, and a person's excess orders are refused", async () => {
    const many = Array.from({ length: 6 }, () => statement('ada'));
    const others = [statement('ben', 'csv'), statement('eve')];
    ledger.release();
    const ends = await Promise.all(many);
    await Promise.all(others);
    // Four are accepted: one is in progress, and three wait.
    expect(ends).toEqual(['made', 'made', 'made', 'made', 'RATE_LIMITED', 'RATE_LIMITED']);
    expect(completed).toEqual(['ada', 'ben', 'eve', 'ada', 'ada', 'ada']);
  });

  it('are limited per person, whether ordered together or one by one', async () => {
    ledger.release();
    const ends: string[] = [];
    for (let count = 0; count < 7; count += 1) ends.push(await statement('ada', 'csv'));
    expect(ends).toEqual([...Array.from({ length: 6 }, () => 'made'), 'RATE_LIMITED']);
    expect(await statement('ben', 'csv')).toBe('made');
  });
});
