import { useEffect, useRef, useState, type RefObject } from 'react';

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
