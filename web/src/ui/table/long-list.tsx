import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import classes from './card-list.module.css';

const OVERSCAN = 8;

interface LongListProps {
  readonly label: string;
  readonly count: number;
  readonly cardAt: (index: number) => ReactNode;
  readonly keyAt: (index: number) => string;
  /** Assumed height of a card in pixels before its real height is known. */
  readonly cardPx: number;
}

export default function LongList({ label, count, cardAt, keyAt, cardPx }: LongListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  // oxlint-disable-next-line react/incompatible-library -- React Compiler is not in use.
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => cardPx,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  return (
    <ul
      ref={list}
      className={classes.list}
      data-long
      aria-label={label}
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ index, start }) => (
        <li
          key={keyAt(index)}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          style={{ transform: `translateY(${start - top}px)` }}
        >
          {cardAt(index)}
        </li>
      ))}
    </ul>
  );
}
