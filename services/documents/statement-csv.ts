import { stringify } from 'csv-stringify/sync';
import { nairaFromKobo, type Kobo } from '../contracts/money.js';
import { lagosDisplay } from './lagos-display.js';
import type { Statement } from './statement.js';

const naira = (kobo: Kobo): string => nairaFromKobo(kobo).toFixed(2);

/** Money is naira with two decimals, times are Lagos. Formulas are defused: people open this in a spreadsheet. */
export function statementCsv({ lines }: Statement): Buffer {
  const rows = lines.map(({ at, reference, description, amount, balance }) => ({
    Date: lagosDisplay(at),
    Reference: reference,
    Description: description,
    'Money in (NGN)': amount > 0n ? naira(amount) : '',
    'Money out (NGN)': amount < 0n ? naira(-amount) : '',
    'Balance (NGN)': naira(balance),
  }));
  const columns = ['Date', 'Reference', 'Description', 'Money in (NGN)', 'Money out (NGN)', 'Balance (NGN)'];
  return Buffer.from(
    stringify(rows, { header: true, columns, escape_formulas: true, bom: true, record_delimiter: 'windows' }),
  );
}
