import { useEffect, useState, type RefObject } from 'react';

/** Drawn above and below what is in sight, so that scrolling never shows a gap. */
const MARGIN_ROWS = 10;

interface RowsInSight {
  readonly first: number;
  /** One after the last. */
  readonly end: number;
}

/** Which rows of a scrolling list of equally high rows are in sight. */
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

/** Whether a list goes on to the right of what is in sight of it. */
export function useMoreBeside(scroller: RefObject<HTMLElement | null>): boolean {
  const [more, setMore] = useState(false);
  useEffect(() => {
    const box = scroller.current;
    const list = box?.firstElementChild;
    if (!box || !list) return;
    // Widths are whole pixels here and fractions where they are drawn.
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
