import { describe, expect, it } from '@jest/globals';
import { readStatement, type StatementOptions } from './read-statement.js';
import { WAITING_MAX } from './statement-signs.js';

async function read(lines: readonly string[], options: Partial<StatementOptions> = {}): Promise<string[]> {
  const source = (async function* bytes() {
    yield Buffer.from(`${lines.join('\n')}\n`);
  })();
  const found: string[] = [];
  for await (const { reference, state, amount } of readStatement(source, {
    side: 'vendor',
    name: 'statement.csv',
    ...options,
  }))
    found.push(`${reference} ${state} ${amount}`);
  return found;
}

const CHARGED_AND_BACK = ['a charged 9700', 'a reversed 9700', 'b charged 5000'];

describe('the direction of money in a statement', () => {
  it.each([
    ['empty', 'a,97.00,,903.00', 'a,,97.00,1000.00', 'b,50,,950.00'],
    ['noughts', 'a,97.00,0.00,903.00', 'a,0.00,97.00,1000.00', 'b,50,0,950.00'],
    ['dashes', 'a,97.00,-,903.00', 'a,-,97.00,1000.00', 'b,50,-,950.00'],
  ])('is read from a pair of debit and credit: %s in the other', async (_what, ...lines) => {
    expect(await read(['Reference,Debit,Credit,Balance', ...lines])).toEqual(CHARGED_AND_BACK);
  });

  it('is read from a named pair of columns, each possibly a sum', async () => {
    const columns = { debit: 'Taken+Fee', credit: 'Returned' };
    expect(await read(['Reference,Taken,Fee,Returned', 'a,95,2,', 'a,,,97', 'b,50,0,'], { columns })).toEqual(
      CHARGED_AND_BACK,
    );
  });

  it('of a PSP follows the PSP’s own account: incoming money was paid', async () => {
    const side = 'psp' as const;
    expect(await read(['Reference,Debit,Credit', 'a,,97', 'a,97,', 'b,,50'], { side })).toEqual(
      CHARGED_AND_BACK,
    );
    expect(
      await read(['Reference,Amount,Type', 'a,97,CREDIT', 'a,97,DEBIT', 'b,50,CREDIT'], { side }),
    ).toEqual(CHARGED_AND_BACK);
    expect(await read(['Reference,Amount,Balance', 'a,97,97', 'a,-97,0', 'b,50,50'], { side })).toEqual(
      CHARGED_AND_BACK,
    );
  });

  it.each([
    ['Type', 'DEBIT', 'CREDIT'],
    ['Transaction Type', 'Debit', 'Credit'],
    ['DR/CR', 'DR', 'CR'],
    ['DrCr', 'D', 'C'],
    ['Direction', 'out', 'in'],
    ['Type', 'debit', 'Refund'],
    ['Type', 'Airtime', 'Reversal'],
  ])('is read from a column %s of %s and %s', async (header, out, back) => {
    expect(await read([`Reference,Amount,${header}`, `a,97,${out}`, `a,97,${back}`, `b,50,${out}`])).toEqual(
      CHARGED_AND_BACK,
    );
  });

  it('is read from the one of two columns that contains it', async () => {
    const lines = ['a,97,Airtime,DEBIT', 'a,97,Airtime,CREDIT', 'b,50,Data,DEBIT'];
    expect(await read(['Reference,Amount,Transaction Type,Type', ...lines])).toEqual(CHARGED_AND_BACK);
  });

  it('is not read from a column of services', async () => {
    const lines = ['a,97,airtime', 'b,50,MTN C&G data', 'c,10,'];
    expect(await read(['Reference,Amount,Type', ...lines])).toEqual([
      'a charged 9700',
      'b charged 5000',
      'c charged 1000',
    ]);
  });

  it('is read from other words once --statuses explains them', async () => {
    const lines = ['a,97,Wallet Debit', 'a,97,Wallet Credit', 'b,50,Wallet Debit'];
    const statuses = new Map([
      ['walletdebit', 'charged'],
      ['walletcredit', 'reversed'],
    ] as const);
    expect(await read(['Reference,Amount,Type', ...lines], { statuses })).toEqual(CHARGED_AND_BACK);
  });

  it('follows the sign in an account with balances, wherever the first minus is', async () => {
    expect(await read(['Reference,Amount,Balance', 'a,-97.00,903', 'a,97.00,1000', 'b,-₦50,950'])).toEqual(
      CHARGED_AND_BACK,
    );
    expect(await read(['Reference,Amount,Balance', 'a,97.00,1000', 'a,NGN -97,903', 'b,−50,853'])).toEqual([
      'a reversed 9700',
      'a charged 9700',
      'b charged 5000',
    ]);
    expect(await read(['Reference,Amount,Balance', 'a,97.00,903', 'b,50,853'])).toEqual([
      'a charged 9700',
      'b charged 5000',
    ]);
  });

  it('is read from parentheses as from a minus', async () => {
    expect(
      await read(['Reference,Amount,Balance', 'a,(97.00),903', 'a,97.00,1000', 'b,(NGN 50),950']),
    ).toEqual(CHARGED_AND_BACK);
    for (const amount of ['(97', '-(97)', '(-97)', '((97))', '()'])
      await expect(read(['Reference,Amount,Balance', `a,${amount},903`])).rejects.toThrow(
        'is no amount in naira',
      );
    await expect(read(['Reference,Amount', 'a,(97)'])).rejects.toThrow('what its sign means');
  });

  it('is read from a sign beside a direction, and from a named signed column', async () => {
    expect(await read(['Reference,Amount,Type', 'a,-97,DEBIT', 'a,+97,CREDIT', 'b,-50,DEBIT'])).toEqual(
      CHARGED_AND_BACK,
    );
    const columns = { movement: 'Amount+Fee' };
    expect(await read(['Reference,Amount,Fee', 'a,-95,-2', 'a,95,2', 'b,-50,0'], { columns })).toEqual(
      CHARGED_AND_BACK,
    );
  });

  it('leaves failed and pending lines unchanged', async () => {
    const lines = ['a,97,,Failed', 'b,,97,Pending', 'c,,,Failed', 'd,,97,Successful', 'e,97,,Reversed'];
    expect(await read(['Reference,Debit,Credit,Status', ...lines])).toEqual([
      'a failed 9700',
      'b pending 9700',
      'c failed 0',
      'd reversed 9700',
      'e reversed 9700',
    ]);
    const signed = ['a,97,0,Failed', 'b,-97,0,Successful', 'b,97,0,Successful'];
    expect(await read(['Reference,Amount,Balance,Status', ...signed])).toEqual([
      'a failed 9700',
      'b charged 9700',
      'b reversed 9700',
    ]);
  });

  it.each([
    ['both of a pair', ['Reference,Debit,Credit', 'a,97,97'], 2, 'Debit+Credit', 'both are filled'],
    ['neither of a pair', ['Reference,Debit,Credit', 'a,0.00,'], 2, 'Debit+Credit', 'neither is filled'],
    ['a sign in a pair', ['Reference,Debit,Credit', 'a,-97,'], 2, 'Debit', 'has a sign'],
    ['no amount in a pair', ['Reference,Debit,Credit', 'a,97,x'], 2, 'Credit', '"x" is no amount'],
    ['an unknown direction', ['Reference,Amount,DR/CR', 'a,97,DR', 'b,1,XX'], 3, 'DR/CR', '"XX" is neither'],
    ['no direction', ['Reference,Amount,Direction', 'a,97,'], 2, 'Direction', '"" is neither'],
    [
      'half a direction',
      ['Reference,Amount,Type', 'a,97,Wallet Credit'],
      2,
      'Type',
      '"Wallet Credit" is neither',
    ],
    ['a letter that may be one', ['Reference,Amount,Type', 'a,97,C'], 2, 'Type', '"C" is neither'],
    [
      'a direction, then a service',
      ['Reference,Amount,Type', 'a,97,DEBIT', 'b,1,data'],
      3,
      'Type',
      'and "DEBIT" above',
    ],
    [
      'a service, then a direction',
      ['Reference,Amount,Type', 'a,97,data', 'b,1,CREDIT'],
      3,
      'Type',
      'and "data" above',
    ],
    [
      'two directions',
      ['Reference,Amount,Type,DrCr', 'a,97,DEBIT,CR'],
      2,
      'Type',
      'says charged, and another column reversed',
    ],
    [
      'a sign against a direction',
      ['Reference,Amount,Type', 'a,-97,CREDIT'],
      2,
      'Amount',
      'its sign says charged',
    ],
    ['a sign that nothing explains', ['Reference,Amount', 'a,-97'], 2, 'Amount', '"-97" is no amount'],
    ['two signs', ['Reference,Amount,Balance', 'a,-NGN -97,0'], 2, 'Amount', 'is no amount'],
  ])('is refused when ambiguous: %s', async (_what, lines, line, column, why) => {
    await expect(read(lines)).rejects.toThrow(`statement.csv line ${line}, column "${column}": `);
    await expect(read(lines)).rejects.toThrow(why);
  });

  it('is refused for mixed signs in a sum, half a pair, or several named ways', async () => {
    const lines = ['Reference,Amount,Fee', 'a,-97,2'];
    await expect(read(lines, { columns: { movement: 'Amount+Fee' } })).rejects.toThrow(
      'line 2, column "Amount+Fee": its parts have different signs',
    );
    await expect(read(lines, { columns: { debit: 'Amount' } })).rejects.toThrow(
      'line 1: debit and credit are a pair',
    );
    await expect(read(lines, { columns: { amount: 'Amount', movement: 'Amount' } })).rejects.toThrow(
      'line 1: name one of amount, movement',
    );
  });

  it('is refused when the first minus comes too late', async () => {
    const plain = Array.from({ length: WAITING_MAX + 1 }, (_, n) => `p-${n},1,0`);
    await expect(read(['Reference,Amount,Balance', ...plain, 'a,-97,0'])).rejects.toThrow(
      `line ${WAITING_MAX + 3}, column "Amount": is the first with a sign`,
    );
    expect(await read(['Reference,Amount,Balance', ...plain])).toHaveLength(WAITING_MAX + 1);
  });
});
