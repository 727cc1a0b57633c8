import { useEffect, useState, type RefObject } from 'react';

/** Drawn beyond the visible rows, so that scrolling shows no gap. */
const MARGIN_ROWS = 10;

interface RowsInSight {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/** Needs equal row heights. */
export function useRowsInSight(
  scroller: RefObject<HTMLElement | null>,
  rowPx: number,
  count: number,
): RowsInSight {
  const [range, setRange] = useState<RowsInSight>({ first: 0, end: 2 * MARGIN_ROWS });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = (): void => {
      const top = Math.floor(element.scrollTop / rowPx);
      const first = Math.max(0, top - MARGIN_ROWS);
      const end = top + Math.ceil(element.clientHeight / rowPx) + MARGIN_ROWS;
      setRange((old) => (old.first === first && old.end === end ? old : { first, end }));
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, rowPx, count]);
  return { first: Math.min(range.first, count), end: Math.min(range.end, count) };
}

export function useMoreBeside(scroller: RefObject<HTMLElement | null>): boolean {
  const [more, setMore] = useState(false);
  useEffect(() => {
    const box = scroller.current;
    const list = box?.firstElementChild;
    if (!box || !list) return;
    // `scrollWidth` is a whole number, drawn widths are fractions: allow 1 px.
    const look = (): void => setMore(box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    sizes.observe(list);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return more;
}
