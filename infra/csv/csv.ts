import { stringify } from 'csv-stringify/sync';

/** Header of a column, and a function that returns the column's cell of a row. A number is an amount in naira. */
export type CsvColumn<Row> = readonly [header: string, cell: (row: Row) => string | number];

/**
 * CSV by RFC 4180. The BOM makes spreadsheets read it as UTF-8. `escape_formulas` protects spreadsheets; negative
 * amounts stay numbers. Later parts of a file set `header` to false.
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
