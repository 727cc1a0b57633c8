import { afterAll, describe, expect, it } from '@jest/globals';
import type { TransactionDetails } from '../contracts/history.contract.js';
import type { Drawing } from './document.thread.js';
import { drawingThread } from './documents.js';
import { statementCsv } from './statement.js';
import type { Statement, StatementLine } from './statement.js';

const line = (index: number, more: Partial<StatementLine> = {}): StatementLine => ({
  at: new Date(Date.parse('2026-03-01T22:59:00.000Z') + index * 60_000).toISOString(),
  reference: `NL${index}`,
  description: 'Mtn airtime, 08031234567',
  amount: -99_00n,
  balance: 1_000_00n,
  ...more,
});

const statement = (lines: readonly StatementLine[]): Statement => ({
  opening: 0n,
  closing: 1_000_00n,
  lines,
});

const RECEIPT: TransactionDetails = {
  transaction_history_date: '2026-03-01T10:00:00.000+01:00',
  api_transaction_reference: 'NL0123456789ABCDEF',
  service: 'electricity',
  product: 'Ikeja electricity, prepaid',
  amount: 4950,
  wallet_balance: 1000,
  phone_number: '04123456789',
  transaction_status: 'Successful',
  status: 'Successful',
  face_value: 5000,
  price: 4950,
  discount: 50,
  balance_after_purchase: 1000,
  facts: [{ label: 'Token', value: '1234 5678 9012 3456 7890', copy: true }],
  steps: [{ step: 'accepted', at: '2026-03-01T10:00:00.000+01:00' }],
};

describe('a statement as CSV', () => {
  it('is in Lagos time and naira, and no cell is a formula', () => {
    const evil = line(1, { description: '=HYPERLINK("http://x")', amount: 5n });
    const text = statementCsv(statement([line(0), evil])).toString('utf8');
    expect(text.split('\r\n')).toEqual([
      '\uFEFFDate,Reference,Description,Money in (NGN),Money out (NGN),Balance (NGN)',
      '01/03/2026 11:59:00 pm,NL0,"Mtn airtime, 08031234567",,99.00,1000.00',
      `02/03/2026 12:00:00 am,NL1,"'=HYPERLINK(""http://x"")",0.05,,1000.00`,
      '',
    ]);
  });
});

describe('a document', () => {
  const thread = drawingThread();
  const draw = async (drawing: Drawing): Promise<Buffer> => Buffer.from(await thread.run(drawing));
  afterAll(() => thread.destroy());
  const pagesOf = (bytes: Buffer): number => bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

  it('is a PDF with a font that has the naira sign', async () => {
    const bytes = await draw({ kind: 'receipt', transaction: RECEIPT });
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1')).toContain('DejaVuSans');
    expect(pagesOf(bytes)).toBe(1);
  });

  it('goes on over as many pages as it needs', async () => {
    const head = { name: 'Ada Obi', from: '2026-03-01', to: '2026-03-31' };
    const lines = Array.from({ length: 200 }, (_, index) => line(index));
    expect(pagesOf(await draw({ kind: 'statement', statement: statement(lines), head }))).toBeGreaterThan(3);
    expect(pagesOf(await draw({ kind: 'statement', statement: statement([]), head }))).toBe(1);
  });

  it('that cannot be drawn fails alone', async () => {
    const broken = { ...RECEIPT, steps: undefined } as unknown as TransactionDetails;
    await expect(draw({ kind: 'receipt', transaction: broken })).rejects.toThrow('steps');
    expect(pagesOf(await draw({ kind: 'receipt', transaction: RECEIPT }))).toBe(1);
  });
});
