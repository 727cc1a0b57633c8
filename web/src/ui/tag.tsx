import type { ReactNode } from 'react';
import classes from './tag.module.css';

/** One word about something: what it is, or how it stands. */
export function Tag({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'good' | 'warn';
  readonly children: ReactNode;
}) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
