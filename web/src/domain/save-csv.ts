import { saveFile } from './download-link.js';

export type CsvColumn<Row> = readonly [header: string, cell: (row: Row) => string | number];

/**
 * Saves rows as a CSV file (RFC 4180). The file starts with a byte order mark, so that spreadsheets read it
 * as UTF-8.
 */
export function saveCsv<Row>(name: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]): void {
  const lines = [
    columns.map(([header]) => header),
    ...rows.map((row) => columns.map(([, cell]) => String(cell(row)))),
  ];
  const text = lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
  saveFile(name, new Blob([`\uFEFF${text}`], { type: 'text/csv' }));
}

/**
 * Puts an apostrophe before a cell that spreadsheets would run as a formula. Negative amounts get no
 * apostrophe, so they stay numbers.
 */
function quoted(cell: string): string {
  const text = /^[=+@\t\r]/.test(cell) || (/^-/.test(cell) && !/^-[\d.]+$/.test(cell)) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
