import type { CSSProperties, ReactNode } from 'react';
import classes from './figures.module.css';

interface FiguresProps {
  readonly least?: number;
  readonly most?: number;
  readonly children: ReactNode;
}

export const Figures = ({ least = 210, most = 12, children }: FiguresProps) => (
  <dl className={classes.figures} style={{ '--least': `${least}px`, '--most': most } as CSSProperties}>
    {children}
  </dl>
);

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly bad?: boolean;
  /** True when `value` is a time. A time gets a smaller font. */
  readonly moment?: boolean;
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
