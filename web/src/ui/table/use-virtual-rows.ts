import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, type RefObject } from 'react';

/** Number of rows that are rendered above and below the visible rows, so that fast scrolling shows no gap. */
const OVERSCAN = 10;

/**
 * Measures the table without its borders and scroll bars. Otherwise a scroll bar could cover the last row.
 */
const observeInside: typeof observeElementRect = (virtual, report) =>
  observeElementRect(virtual, () => {
    const { clientWidth: width, clientHeight: height } = virtual.scrollElement!;
    report({ width, height });
  });

/**
 * All rows have the same height.
 * @param headPx height of the sticky table head, which must not cover a row after `scrollToIndex`
 */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
  headPx = 0,
) {
  // oxlint-disable-next-line react/incompatible-library -- React Compiler is not in use.
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
    observeElementRect: observeInside,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, rowPx]);
  return virtual;
}
