import type { ReactNode } from 'react';
import classes from './two-lines.module.css';

export const TwoLines = ({ over, under }: { readonly over: ReactNode; readonly under: ReactNode }) => (
  <span className={classes.twoLines}>
    <span>{over}</span>
    <span className={classes.under}>{under}</span>
  </span>
);
