import { describe, expect, it } from '@jest/globals';
import { readStatement, type StatementOptions } from './read-statement.js';
import { type StatementLine } from './statement.js';
import type { Skipped } from './statement-skips.js';
import { momentOf } from './statement-moment.js';

type Options = Partial<StatementOptions>;

async function linesOf(text: string | readonly string[], options: Options = {}): Promise<StatementLine[]> {
  const chunks = typeof text === 'string' ? [text] : text;
  const source = (async function* bytes() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  })();
  const lines: StatementLine[] = [];
  for await (const line of readStatement(source, { side: 'vendor', name: 'statement.csv', ...options }))
    lines.push(line);
  return lines;
}

describe('a statement', () => {
  it('is read by its usual headers in any order', async () => {
    const text =
      'Status,Transaction Date,Request ID,Total Amount,Transaction ID\nDelivered,2026-03-01 09:30:00,our-1,"1,234.5",their-1\nPending,,our-2,₦7,\n';
    expect(await linesOf(text)).toEqual([
      {
        line: 2,
        reference: 'our-1',
        vendorReference: 'their-1',
        amount: 123_450n,
        state: 'charged',
        atMs: Date.parse('2026-03-01T08:30:00.000Z'),
      },
      { line: 3, reference: 'our-2', amount: 700n, state: 'pending' },
    ]);
  });

  it('is read with a preamble, a UTF-8 mark, any chunks and Windows line ends', async () => {
    const text = '\uFEFFStatement of account\r\nMarch 2026\r\n\r\nreference;amount\r\n"a;b";10.05\r\n';
    for (const chunks of [[text], [...text]])
      expect(await linesOf(chunks)).toEqual([
        { line: 5, reference: 'a;b', amount: 1_005n, state: 'charged' },
      ]);
  });

  it('is read by named columns, and sums several of them', async () => {
    expect(
      await linesOf('Ours,Reference,Paid out,Fee,How it went\nx,1,100,10.25,Gone through\n', {
        columns: { reference: 'Ours', amount: 'Paid out+Fee', status: 'How it went' },
        statuses: new Map([['gonethrough', 'charged']]),
      }),
    ).toEqual([{ line: 2, reference: 'x', amount: 11_025n, state: 'charged' }]);
  });

  it('of a PSP uses the PSP’s reference of a payment', async () => {
    expect(
      await linesOf(
        'Payment Reference,Transaction Reference,Amount Paid,Payment Status,Completed On\np,MNFY|1,5000.00,PAID,01/03/2026 9:30 am\n',
        {
          side: 'psp',
        },
      ),
    ).toEqual([
      {
        line: 2,
        reference: 'MNFY|1',
        vendorReference: 'p',
        amount: 500_000n,
        state: 'charged',
        atMs: Date.parse('2026-03-01T08:30:00.000Z'),
      },
    ]);
  });

  it.each([
    ['', /^statement\.csv is empty$/],
    [
      'name,price\nx,1\n',
      /line 1: has no line of headers with a reference and an amount; it says "name, price"/,
    ],
    ['reference,amount\nx,1.234\n', /line 2, column "amount": "1\.234" is no amount in naira/],
    ['reference,amount\nx,1\ny,-1\n', /line 3, column "amount": "-1" is no amount/],
    ['reference,amount\nx,"1,2"\n', /line 2, column "amount"/],
    ['reference,amount\nx,1e3\n', /line 2, column "amount"/],
    ['reference,amount\nx,\n', /line 2, column "amount": "" is no amount/],
    ['reference,amount\n,1\n', /line 2, column "reference": is empty/],
    ['reference,amount,status\nx,1,Perhaps\n', /line 2, column "status": "Perhaps" is no status/],
    [
      'reference,amount,status\nx,1,Debited\nx,1,Credited\n',
      /line 3, column "status": "Credited" is no status/,
    ],
    ['reference,amount,date\nx,1,31\/02\/2026\n', /line 2, column "date": "31\/02\/2026" is no moment/],
    ['reference,amount\nx,1,2\n', /line 2: has 3 columns, and the line of headers 2/],
    [
      'reference,amount,Amount\nx,1,2\n',
      /line 1: two columns are called "amount": name another with --columns/,
    ],
    ['reference,amount\n"x,1\n', /line \d+: .*quot/i],
  ])('reports the place of an error: %j', async (text, why) => {
    await expect(linesOf(text)).rejects.toThrow(why);
    await expect(linesOf(text)).rejects.toMatchObject({ name: 'StatementUnreadable' });
  });

  it.each([
    ['Posting Date', 'Trans. Ref'],
    ['Trans. Date', 'Ref No.'],
    ['Value Date', 'Reference No'],
    ['Timestamp', 'Transaction Ref'],
    ['Payment Date', 'Transaction Ref'],
    ['Paid At', 'Ref No.'],
    ['Transaction Date (WAT)', 'Reference No'],
  ])('has its dates under %s and its references under %s', async (date, reference) => {
    for (const side of ['vendor', 'psp'] as const)
      expect(await linesOf(`${date},${reference},Amount\n01/03/2026,x,1\n`, { side })).toMatchObject([
        { reference: 'x', atMs: Date.parse('2026-02-28T23:00:00.000Z') },
      ]);
  });

  it('is read with references and amounts that are wrapped for a spreadsheet', async () => {
    const text = `reference,amount\n'0012,97\n="0012",="97.00"\n"=""0012""",'97\n\u200e0012\u00a0,₦\u00a097\n`;
    const lines = await linesOf(text);
    expect(lines.map(({ reference, amount }) => [reference, amount])).toEqual(
      Array<unknown>(4).fill(['0012', 9_700n]),
    );
  });

  it.each([
    ['1500.0000', 150_000n],
    ['1,500.250000', 150_025n],
    ['97.50000000', 9_750n],
  ])('has an amount %s, of which two decimals count', async (amount, kobo) => {
    expect(await linesOf(`reference;amount\nx;${amount}\n`)).toMatchObject([{ amount: kobo }]);
  });

  it('is read with a reference that is wrapped over two lines of its cell', async () => {
    const text = 'reference,vendor reference,amount\n"2026030110\n00abcdef","174\r\n100",97\n';
    expect(await linesOf(text)).toMatchObject([
      { reference: '202603011000abcdef', vendorReference: '174100' },
    ]);
  });

  it('is read as UTF-16 with its mark, and refused when its bytes are no text', async () => {
    const text = 'reference,amount\ná,₦97\n';
    const marked = Buffer.from(`\ufeff${text}`, 'utf16le');
    const lines = [];
    const bytesOf = async function* (bytes: Buffer) {
      yield await Promise.resolve(bytes);
    };
    const options = { side: 'vendor', name: 'statement.csv' } as const;
    for await (const line of readStatement(bytesOf(marked), options)) lines.push(line);
    expect(lines).toMatchObject([{ reference: 'á', amount: 9_700n }]);
    for (const bytes of [
      Buffer.from(text, 'utf16le'),
      Buffer.from(marked).swap16(),
      Buffer.from('PK\x03\x04\0\0'),
    ])
      await expect(readStatement(bytesOf(bytes), options).next()).rejects.toThrow(
        'statement.csv is no text: save it as CSV UTF-8',
      );
  });

  it('is read with a quote within a text', async () => {
    const text = 'reference,what,amount\nx,5" pipe,1\ny,"a ""b"" c",2\nz,the "best",3\n';
    expect((await linesOf(text)).map(({ reference }) => reference)).toEqual(['x', 'y', 'z']);
  });

  it('reports the lines that are no payments, and counts them in no sum', async () => {
    const skipped: Skipped[] = [];
    const text = [
      'Date,Reference,Details,Amount',
      '01/03/2026,a,"Paid, thanks\nRegards, Ada",97',
      ',,,',
      ',,,',
      'Total,,,97',
      'Date,Reference,Details,Amount',
      '02/03/2026,b,Total Energies,50',
      ',Grand Total:,,147.00',
      'Closing Balance,,,1000',
      'Balance B/F,,,1000',
      '*** End of statement ***',
      'Generated on,,02/03/2026,',
      'Sub-total',
      'Page 1 of 2,,,',
    ].join('\n');
    const lines = await linesOf(text, { onSkipped: (lines) => skipped.push(lines) });
    expect(lines.map(({ line, reference }) => [line, reference])).toEqual([
      [3, 'a'],
      [8, 'b'],
    ]);
    expect(skipped).toEqual([
      { from: 4, to: 5, why: 'blank' },
      { from: 6, to: 6, why: 'a total' },
      { from: 7, to: 7, why: 'the headers again' },
      { from: 9, to: 11, why: 'a total' },
      { from: 12, to: 13, why: 'text without a payment' },
      { from: 14, to: 14, why: 'a total' },
      { from: 15, to: 15, why: 'text without a payment' },
    ]);
  });

  it.each([
    // Each of these lines may be a payment: one without a name, one cut short, and one without money.
    ['reference,what,amount\n,Airtime,97\n', /line 2, column "reference": is empty/],
    ['reference,what,amount\nTotal1,,97\nref-2\n', /line 3: has 1 columns/],
    ['reference,what,amount\nx,Total,\n', /line 2, column "amount": "" is no amount/],
    ['reference,amount\n2.34803E+12,97\n', /line 2, column "reference": "2\.34803E\+12" lost its digits/],
    ['reference,amount\nx,1.5E+03\n', /line 2, column "amount": .* a spreadsheet may have rounded it/],
    ['reference,amount\nx,97.1250\n', /line 2, column "amount": "97\.1250" is no amount in naira$/],
    ['reference,amount\nx,1.000\n', /line 2, column "amount"/],
    [
      'reference,what,amount\na,"x,97\nb,y,50\nc,z",1\n',
      /line 4, column "what": goes over several lines: a quote in it or before it is stray/,
    ],
    ['reference,amount\na,97\n"b,50\nc,1\n', /line 3: a quote that opens here is never closed/],
  ])('is refused, not skipped, where a payment may be: %j', async (text, why) => {
    await expect(linesOf(text)).rejects.toThrow(why);
  });

  it('reports a named column that is missing', async () => {
    await expect(linesOf('a,b\n1,2\n', { columns: { reference: 'a', amount: 'c' } })).rejects.toThrow(
      /no line of headers with reference=a, amount=c; it says "a, b"/,
    );
  });

  it('fails with the error of a broken source', async () => {
    const source = (async function* broken() {
      yield Buffer.from('reference,amount\nx,1\n');
      throw new Error('the line was cut');
    })();
    const read = async (): Promise<void> => {
      for await (const line of readStatement(source, { side: 'vendor', name: 'it' })) void line;
    };
    await expect(read()).rejects.toThrow('the line was cut');
  });
});

describe('a moment of a statement', () => {
  it.each([
    ['2026-03-01', '2026-02-28T23:00:00.000Z'],
    ['2026-03-01T09:30:00.250Z', '2026-03-01T09:30:00.250Z'],
    ['2026-03-01 09:30', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T09:30:00+0000', '2026-03-01T09:30:00.000Z'],
    ['01/03/2026', '2026-02-28T23:00:00.000Z'],
    ['01-03-2026, 12:05:09 AM', '2026-02-28T23:05:09.000Z'],
    ['01/03/2026 12:30 pm', '2026-03-01T11:30:00.000Z'],
    ['1-Mar-2026 09:30', '2026-03-01T08:30:00.000Z'],
    ['01 MAR 2026 21:30:05', '2026-03-01T20:30:05.000Z'],
    ['1st March, 2026', '2026-02-28T23:00:00.000Z'],
    ['March 1, 2026 9:30 AM', '2026-03-01T08:30:00.000Z'],
    ['Sept. 30, 2026, 12:05am', '2026-09-29T23:05:00.000Z'],
    ['May 1 2026 at 13:30', '2026-05-01T12:30:00.000Z'],
  ])('%s', (text, utc) => expect(new Date(momentOf(text)!).toISOString()).toBe(utc));

  it.each([
    '',
    'soon',
    '2026-13-01',
    '2026-02-31',
    '1/3/26',
    '01/03/2026 25:00',
    '2026-03-01 09:61',
    // A year of two digits is ambiguous.
    '01-Mar-26',
    'March 1, 26',
    '31 Feb 2026',
    '1 Marc 2026',
    '1 Brumaire 2026',
    'March 2026',
    'March 1, 2026 13:30 AM',
  ])('refuses %j', (text) => expect(momentOf(text)).toBeUndefined());
});
