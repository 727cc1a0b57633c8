import { describe, expect, it } from '@jest/globals';
import { readStatement, type StatementOptions } from './read-statement.js';
import { type StatementLine } from './statement.js';
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
    // Two-digit years are ambiguous.
    '01-Mar-26',
    'March 1, 26',
    '31 Feb 2026',
    '1 Marc 2026',
    '1 Brumaire 2026',
    'March 2026',
    'March 1, 2026 13:30 AM',
  ])('refuses %j', (text) => expect(momentOf(text)).toBeUndefined());
});
