import type { ReactNode } from 'react';
import classes from './panes.module.css';

interface PanesProps {
  /** Content of the first column. On narrow screens, content of the upper part. */
  readonly first: ReactNode;
  readonly second: ReactNode;
}

export const Panes = ({ first, second }: PanesProps) => (
  <div className={classes.panes}>
    <div>{first}</div>
    <div>{second}</div>
  </div>
);
