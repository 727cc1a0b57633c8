import type { CSSProperties, ReactNode } from 'react';
import classes from './figures.module.css';

interface FiguresProps {
  /** No figure is narrower than so many pixels. */
  readonly least?: number;
  /** No more of them stand beside each other, however wide the screen. */
  readonly most?: number;
  readonly children: ReactNode;
}

/** Numbers that say at a glance how something stands. */
export const Figures = ({ least = 210, most = 12, children }: FiguresProps) => (
  <dl className={classes.figures} style={{ '--least': `${least}px`, '--most': most } as CSSProperties}>
    {children}
  </dl>
);

interface FigureProps {
  readonly name: string;
  readonly value: string;
  /** It says that something is wrong. */
  readonly bad?: boolean;
  /** The value is a moment, which is longer than a number. */
  readonly moment?: boolean;
  /** What stands below: words in a span, links. */
  readonly children?: ReactNode;
}

export const Figure = ({ name, value, bad = false, moment = false, children }: FigureProps) => (
  <div className={classes.figure} data-tone={bad ? 'bad' : undefined}>
    <dt>{name}</dt>
    <dd>
      <strong data-moment={moment || undefined}>{value}</strong>
      {children}
    </dd>
  </div>
);
