import { useEffect, useRef, useState, type RefObject } from 'react';

/** Round values from 0, or from below when something is negative, to what covers the largest: 3 to 6 of them, in order. */
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

/** 1, 2 or 5 with zeros, at least as large. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10;
  return factor * power;
}

/** Where a value lies between the first and the last tick, 0 to 1. */
export function shareOf(value: number, ticks: readonly number[]): number {
  const [first = 0] = ticks;
  const last = ticks.at(-1) ?? 1;
  return (value - first) / (last - first);
}

/** How wide an element is, CSS pixels; 0 until it is on the page. A drawing in real pixels keeps its text as large as the rest. */
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
