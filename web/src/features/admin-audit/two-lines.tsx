import type { ReactNode } from 'react';
import classes from './audit.module.css';

/** What a phone shows in one cell where a wide screen has two columns. */
export const TwoLines = ({ over, under }: { readonly over: ReactNode; readonly under: ReactNode }) => (
  <span className={classes.twoLines}>
    <span>{over}</span>
    <span className={classes.under}>{under}</span>
  </span>
);
