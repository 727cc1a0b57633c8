import type { ReactNode } from 'react';
import { type AdminColumn, TwoLines } from './admin-table.js';

/** What a phone shows of a row, in two lines on its left and two on its right. */
interface PhoneRow<Row> {
  readonly header: string;
  readonly what: (row: Row) => readonly [over: ReactNode, under: ReactNode];
  readonly moneyHeader: string;
  readonly money: (row: Row) => readonly [over: ReactNode, under: ReactNode];
}

/** These columns where there is room; on a phone two instead, so that nothing has to be scrolled sideways: the row's panel has the rest. */
export function withPhoneColumns<Row>(
  columns: readonly AdminColumn<Row>[],
  { header, what, moneyHeader, money }: PhoneRow<Row>,
): readonly AdminColumn<Row>[] {
  const lines = ([over, under]: readonly [ReactNode, ReactNode]) => <TwoLines over={over} under={under} />;
  return [
    ...columns.map((column): AdminColumn<Row> => ({ ...column, wideOnly: true })),
    {
      id: 'phone-what',
      header,
      track: 'minmax(0, 1fr)',
      narrowOnly: true,
      cell: (row) => lines(what(row)),
    },
    {
      id: 'phone-money',
      header: moneyHeader,
      track: 'minmax(auto, max-content)',
      number: true,
      narrowOnly: true,
      cell: (row) => lines(money(row)),
    },
  ];
}
