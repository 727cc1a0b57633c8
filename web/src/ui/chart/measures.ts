import { useEffect, useRef, useState, type RefObject } from 'react';

/** Round numbers for the labels of an axis, in ascending order. The axis covers 0, `least` and `most`. */
export function niceTicks(least: number, most: number): readonly number[] {
  const low = Math.min(0, least);
  const high = Math.max(0, most);
  if (low === high) return [0, 1];
  const step = niceStep((high - low) / 4);
  const ticks: number[] = [];
  for (let tick = Math.floor(low / step); tick < Math.ceil(high / step) + 1; tick += 1)
    ticks.push(tick * step);
  return ticks;
}

/** Smallest number that is at least `rough` and is 1, 2 or 5 times a power of ten. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10;
  return factor * power;
}

/** Position of a value between the first and the last of `ticks`, as a number from 0 to 1. */
export function shareOf(value: number, ticks: readonly number[]): number {
  const [first = 0] = ticks;
  const last = ticks.at(-1) ?? 1;
  return (value - first) / (last - first);
}

/** Width of an element in CSS pixels. 0 before the first layout. */
export function useWidth<Of extends Element>(): readonly [RefObject<Of | null>, number] {
  const element = useRef<Of>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
