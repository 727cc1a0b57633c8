import type { ReactNode } from 'react';
import classes from './panes.module.css';

interface PanesProps {
  /** First column, or the upper part on narrow screens. */
  readonly first: ReactNode;
  readonly second: ReactNode;
}

export const Panes = ({ first, second }: PanesProps) => (
  <div className={classes.panes}>
    <div>{first}</div>
    <div>{second}</div>
  </div>
);
