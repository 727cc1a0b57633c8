import { saveFile } from './download-link.js';

export type CsvColumn<Row> = readonly [header: string, cell: (row: Row) => string | number];

/** Saves a CSV file (RFC 4180). The byte order mark makes spreadsheets read UTF-8. */
export function saveCsv<Row>(name: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]): void {
  const lines = [
    columns.map(([header]) => header),
    ...rows.map((row) => columns.map(([, cell]) => String(cell(row)))),
  ];
  const text = lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
  saveFile(name, new Blob([`\uFEFF${text}`], { type: 'text/csv' }));
}

/**
 * Cell, quoted if needed. A leading apostrophe keeps spreadsheets from running a formula; negative amounts
 * stay numbers.
 */
function quoted(cell: string): string {
  const text = /^[=+@\t\r]/.test(cell) || (/^-/.test(cell) && !/^-[\d.]+$/.test(cell)) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
