import { useEffect, useState, type RefObject } from 'react';

export function useMoreBeside(scroller: RefObject<HTMLElement | null>): boolean {
  const [more, setMore] = useState(false);
  useEffect(() => {
    const box = scroller.current;
    const list = box?.firstElementChild;
    if (!box || !list) return;
    // `scrollWidth` is rounded, but `scrollLeft` is not.
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
