import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, type RefObject } from 'react';

/** Drawn beyond the visible rows, so that scrolling shows no gap. */
const OVERSCAN = 10;

/** Size without borders and scroll bars, because a scroll bar can cover the last row. */
const observeInside: typeof observeElementRect = (virtual, report) =>
  observeElementRect(virtual, () => {
    const { clientWidth: width, clientHeight: height } = virtual.scrollElement!;
    report({ width, height });
  });

/**
 * Virtual rows of equal height.
 * @param headPx height of the sticky head, which `scrollToIndex` keeps free
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
  // Drops the heights cached for another `rowPx`.
  useLayoutEffect(() => virtual.measure(), [virtual, rowPx]);
  return virtual;
}
