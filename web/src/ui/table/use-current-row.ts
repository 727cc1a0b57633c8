import { useEffect, useRef, useState, type RefObject } from 'react';

interface CurrentRowOptions<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly scrollTo: (index: number) => void;
}

export interface CurrentRow<Row> {
  readonly index: number;
  readonly row: Row | undefined;
  readonly opened: Row | undefined;
  readonly goTo: (index: number) => void;
  readonly mark: (row: Row) => void;
  readonly open: (row: Row) => void;
  readonly close: () => void;
}

export function useCurrentRow<Row>(options: CurrentRowOptions<Row>): CurrentRow<Row> {
  const { rows, rowKey, scroller, scrollTo } = options;
  // Key of the current row. The index of the row changes when new rows arrive, but its key stays the same.
  const [currentKey, setCurrentKey] = useState<string>();
  const [opened, setOpened] = useState<Row>();
  const focusNext = useRef(false);
  const index = rows.findIndex((row) => rowKey(row) === currentKey);

  // A row out of sight is rendered only after the table has scrolled to it.
  useEffect(() => {
    if (!focusNext.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${Math.max(0, index)}"]`);
    if (!row) return;
    focusNext.current = false;
    row.focus({ preventScroll: true });
  });

  const mark = (row: Row): void => setCurrentKey(rowKey(row));
  return {
    index,
    row: rows[index],
    opened,
    mark,
    goTo: (next) => {
      const row = rows[next];
      if (row === undefined) return;
      scrollTo(next);
      mark(row);
      if (opened === undefined) focusNext.current = true;
      else setOpened(row);
    },
    open: (row) => {
      mark(row);
      setOpened(row);
    },
    close: () => {
      focusNext.current = true;
      setOpened(undefined);
    },
  };
}
