import { afterAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { Proofs } from '../audit/proofs/proofs.js';
import { isSignedBy, sealKeyOf } from '../audit/seals/seal-key.js';
import { Sealer } from '../audit/seals/sealer.js';
import { writeLedger } from '../audit/testing/a-ledger.js';
import { withStoredBytes } from '../audit/testing/stored-bytes.js';
import { checkReceiptProof, type ReceiptProof } from '../contracts/proofs/receipt-proof.js';
import type { TransactionDetails } from '../contracts/history.contract.js';
import type { Drawing } from './document.thread.js';
import { drawingThread } from './documents.js';
import { statementCsv } from './statement.js';
import type { Statement, StatementLine } from './statement.js';
import { readPdf } from './testing/read-pdf.js';
import { picture } from '../brand/logo/testing/pictures.js';
import { DEFAULT_BRAND } from '../contracts/brand/default-brand.js';

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

/** Proof of a purchase in a sealed ledger, with the trusted public key. */
async function sealedPurchase(): Promise<{ readonly proof: ReceiptProof; readonly trusted: string }> {
  const key = sealKeyOf(Buffer.alloc(32, 7));
  const store = withStoredBytes(new MemoryEventStore());
  await writeLedger(store);
  await new Sealer(store, key).seal(new AbortController().signal);
  const proof = await new Proofs(store, () => [key]).ofPurchase('ada', 'sold');
  return { proof: proof!, trusted: key.publicKey };
}

const check = (document: unknown, trusted: string) =>
  checkReceiptProof(
    document,
    {
      sha256: (data) => createHash('sha256').update(data).digest(),
      verifyEd25519: async (...asked) => isSignedBy(...asked),
    },
    trusted,
  );

describe('a statement as CSV', () => {
  it('is in Lagos time and naira, without formulas', () => {
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

const ADA = { ...DEFAULT_BRAND, name: 'Ada Pay' };

type Unbranded = Drawing extends infer Each ? (Each extends Drawing ? Omit<Each, 'brand'> : never) : never;

describe('a document', () => {
  const thread = drawingThread();
  const draw = async (drawing: Unbranded, brand = DEFAULT_BRAND): Promise<Buffer> =>
    Buffer.from(await thread.run({ ...drawing, brand } as Drawing));
  afterAll(() => thread.destroy());
  const pagesOf = (bytes: Buffer): number => bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

  it('is a PDF with a font that has the naira sign', async () => {
    const bytes = await draw({ kind: 'receipt', transaction: RECEIPT });
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1')).toContain('DejaVuSans');
    expect(pagesOf(bytes)).toBe(1);
  });

  it('names the brand and its contacts', async () => {
    const contacts = { ...DEFAULT_BRAND.contacts, email: 'help@adapay.ng', phone: '0803 123 4567' };
    const brand = { ...DEFAULT_BRAND, name: 'Ada Pay', contacts };
    const { text } = readPdf(await draw({ kind: 'receipt', transaction: RECEIPT }, brand));
    expect(text).toContain('Ada Pay');
    expect(text).toContain('Help: help@adapay.ng, 0803 123 4567');
    expect(text).not.toContain(DEFAULT_BRAND.name);
  });

  it.each([
    ['a wide logo', 300, 75],
    ['a square logo', 100, 100],
  ])('has %s, and the name as text beside it', async (_, width, height) => {
    const png = picture(width, height, () => [200, 30, 30]).pngSync();
    for (const ground of ['any', 'dark'] as const) {
      const logo = { png, width, height, ground };
      const bytes = Buffer.from(
        await thread.run({ kind: 'receipt', transaction: RECEIPT, brand: ADA, logo }),
      );
      expect(bytes.toString('latin1')).toContain('/Subtype /Image');
      expect(pagesOf(bytes)).toBe(1);
      expect(readPdf(bytes).text.split('\n').slice(0, 2)).toEqual(['Ada Pay', 'Receipt']);
    }
    const plain = await draw({ kind: 'receipt', transaction: RECEIPT }, ADA);
    expect(plain.toString('latin1')).not.toContain('/Subtype /Image');
  });

  it('contains its text by character, also where the font has ligatures', async () => {
    const product = 'Offices of fluid tariffs, 0ff1ce';
    const bytes = await draw({ kind: 'receipt', transaction: { ...RECEIPT, product } });
    const said = readPdf(bytes).text.replaceAll(/\s+/g, ' ');
    expect(said).toContain(product);
    expect(said).toContain('1234 5678 9012 3456 7890');
  });

  it('writes marks of direction out, in names, labels and values', async () => {
    const facts = [{ label: 'Bank\u202e', value: 'Wema\u202d knab', copy: false }];
    const receipt = await draw({ kind: 'receipt', transaction: { ...RECEIPT, product: 'a\u2066b', facts } });
    const said = readPdf(receipt).text.replaceAll(/\s+/g, ' ');
    expect(said).toContain('a[U+2066]b');
    expect(said).toContain('Bank[U+202E] Wema[U+202D] knab');
    const head = { name: 'Ada\u202e ibO', from: '2026-03-01', to: '2026-03-31' };
    const drawn = await draw({ kind: 'statement', statement: statement([]), head });
    expect(readPdf(drawn).text).toContain('Ada[U+202E] ibO, ');
  });

  it('contains the proof of a sealed receipt and how to check it', async () => {
    const { proof, trusted } = await sealedPurchase();
    const sealed = { proof, checkAt: 'https://ledger.test/verify-receipt' };
    const bytes = await draw({ kind: 'receipt', transaction: RECEIPT, sealed });
    const { text, files } = readPdf(bytes);
    expect([...files.keys()]).toEqual(['proof.json']);
    const attached = JSON.parse(files.get('proof.json')!.toString('utf8')) as ReceiptProof;
    expect(attached).toEqual(proof);
    expect(await check(attached, trusted)).toMatchObject({ valid: true });
    const [accepted, ...rest] = attached.events;
    const changed = { ...accepted!, text: accepted!.text.replace('"price"', '"prize"') };
    expect(await check({ ...attached, events: [changed, ...rest] }, trusted)).toMatchObject({ valid: false });
    const said = text.replaceAll(/\s+/g, ' ');
    expect(said).toContain(proof.events.at(-1)!.hash.slice(0, 16));
    expect(said).toMatch(/attached to this PDF as proof\.json/);
    expect(said).toMatch(/https:\/\/ledger\.test\/verify-receipt/);
    expect(pagesOf(bytes)).toBe(1);
  });

  it('says nothing about a proof when the receipt is not sealed', async () => {
    const { text, files } = readPdf(await draw({ kind: 'receipt', transaction: RECEIPT }));
    expect(files.size).toBe(0);
    expect(text).toContain('Token\n1234 5678 9012 3456 7890');
    expect(text).not.toMatch(/proof|sealed/i);
  });

  it('of a receipt leaves out the wallet balance, because others see it', async () => {
    const transaction = { ...RECEIPT, balance_after_purchase: 7_654_321, balance_after_return: 7_659_271 };
    const { text } = readPdf(await draw({ kind: 'receipt', transaction }));
    expect(text).toContain('Charged\n₦4,950.00');
    expect(text).not.toMatch(/balance|7,65/i);
  });

  it('uses as many pages as it needs', async () => {
    const head = { name: 'Ada Obi', from: '2026-03-01', to: '2026-03-31' };
    const lines = Array.from({ length: 200 }, (_, index) => line(index));
    expect(pagesOf(await draw({ kind: 'statement', statement: statement(lines), head }))).toBeGreaterThan(3);
    expect(pagesOf(await draw({ kind: 'statement', statement: statement([]), head }))).toBe(1);
  });

  it('repeats the column titles on each page of a statement and splits no row between pages', async () => {
    const head = { name: 'Ada Obi', from: '2026-03-01', to: '2026-03-31' };
    const lines = Array.from({ length: 200 }, (_, index) => line(index));
    const bytes = await draw({ kind: 'statement', statement: statement(lines), head });
    const pages = readPdf(bytes)
      .text.split(/^Page \d+ of \d+$/m)
      .slice(0, -1);
    expect(pages).toHaveLength(pagesOf(bytes));
    const rows = pages.map((page) => {
      const [above, below, ...more] = page.split('Date\nDescription\nReference\nAmount\nBalance\n');
      expect([above, more]).toEqual([expect.not.stringContaining('NL'), []]);
      return below!.match(/^\d\d\/03\/2026 .*\nMtn airtime, 08031234567\nNL\d+\n−₦99.00\n₦1,000.00$/gm) ?? [];
    });
    expect(rows.flat()).toHaveLength(200);
  });

  it('that cannot be drawn does not affect the next one', async () => {
    const broken = { ...RECEIPT, steps: undefined } as unknown as TransactionDetails;
    await expect(draw({ kind: 'receipt', transaction: broken })).rejects.toThrow('steps');
    expect(pagesOf(await draw({ kind: 'receipt', transaction: RECEIPT }))).toBe(1);
  });
});
