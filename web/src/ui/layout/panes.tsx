import type { ReactNode } from 'react';
import classes from './panes.module.css';

interface PanesProps {
  /** First column, or content above `second` where only one column fits. */
  readonly first: ReactNode;
  readonly second: ReactNode;
}

export const Panes = ({ first, second }: PanesProps) => (
  <div className={classes.panes}>
    <div>{first}</div>
    <div>{second}</div>
  </div>
);
