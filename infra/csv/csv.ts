import { stringify } from 'csv-stringify/sync';

/**
 * Column of a CSV file: its header, and a function that returns the cell of a row. A numeric cell is an amount
 * in naira.
 */
export type CsvColumn<Row> = readonly [header: string, cell: (row: Row) => string | number];

/**
 * Formats rows as CSV (RFC 4180). A BOM makes spreadsheets read UTF-8. Text that looks like a formula is
 * escaped, but negative amounts are not.
 */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[], header = true): string {
  const lines = rows.map((row) => columns.map(([, cell]) => cell(row)));
  return stringify(header ? [columns.map(([name]) => name), ...lines] : lines, {
    escape_formulas: true,
    cast: { number: (naira) => naira.toFixed(2) },
    bom: header,
    record_delimiter: 'windows',
  });
}
