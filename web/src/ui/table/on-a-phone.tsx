import type { ReactNode } from 'react';
import { type AdminColumn } from './data-table.js';
import { TwoLines } from './two-lines.js';

type Lines = readonly [over: ReactNode, under: ReactNode];

/** Row of a table on a phone, with two lines on the left, and up to two lines on the right. */
interface PhoneRow<Row> {
  readonly header: string;
  readonly what: (row: Row) => Lines;
  readonly end?: { readonly header: string; readonly what: (row: Row) => Lines };
}

export function withPhoneColumns<Row>(
  columns: readonly AdminColumn<Row>[],
  { header, what, end }: PhoneRow<Row>,
): readonly AdminColumn<Row>[] {
  const lines = ([over, under]: Lines) => <TwoLines over={over} under={under} />;
  const start: AdminColumn<Row> = {
    id: 'phone-start',
    header,
    track: 'minmax(0, 1fr)',
    narrowOnly: true,
    cell: (row) => lines(what(row)),
  };
  const wide = columns.map((column): AdminColumn<Row> => ({ ...column, wideOnly: true }));
  if (!end) return [...wide, start];
  return [
    ...wide,
    start,
    {
      id: 'phone-end',
      header: end.header,
      track: 'minmax(auto, max-content)',
      number: true,
      narrowOnly: true,
      cell: (row) => lines(end.what(row)),
    },
  ];
}
