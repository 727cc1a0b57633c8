import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, type RefObject } from 'react';

/** Rows rendered beyond the visible ones, so that scrolling shows no gap. */
const OVERSCAN = 10;

/** Measures without borders and scroll bars, because a scroll bar can cover the last row. */
const observeInside: typeof observeElementRect = (virtual, report) =>
  observeElementRect(virtual, () => {
    const { clientWidth: width, clientHeight: height } = virtual.scrollElement!;
    report({ width, height });
  });

/**
 * Virtual rows of equal height.
 * @param headPx height of the sticky table head, which `scrollToIndex` must not cover
 */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
  headPx = 0,
) {
  // eslint-disable-next-line react-hooks/incompatible-library -- React Compiler is not in use.
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
