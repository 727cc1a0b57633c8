import type { ReactNode } from 'react';
import { type AdminColumn, TwoLines } from './admin-table.js';

type Lines = readonly [over: ReactNode, under: ReactNode];

/** What a phone shows of a row, in two lines on its left and, of most lists, two on its right. */
interface PhoneRow<Row> {
  readonly header: string;
  readonly what: (row: Row) => Lines;
  /** Money, a state: what is short. */
  readonly end?: { readonly header: string; readonly what: (row: Row) => Lines };
}

/** These columns where there is room; on a phone two instead, so that nothing has to be scrolled sideways: the row's panel has the rest. */
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
