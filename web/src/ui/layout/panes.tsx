import type { ReactNode } from 'react';
import classes from './panes.module.css';

interface PanesProps {
  /** What a page is opened for. It stands first where there is room for one column only. */
  readonly first: ReactNode;
  readonly second: ReactNode;
}

/** Two columns of cards in a page made for panes, from where there is room for them beside the menu. */
export const Panes = ({ first, second }: PanesProps) => (
  <div className={classes.panes}>
    <div>{first}</div>
    <div>{second}</div>
  </div>
);
