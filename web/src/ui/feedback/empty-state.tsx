import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <svg viewBox="0 0 96 64" aria-hidden="true" className={classes.drawing}>
        <rect x="14" y="8" width="68" height="50" rx="8" />
        <path d="M26 22h28M26 32h44M26 42h20" />
        <circle cx="74" cy="48" r="12" />
        <path d="M74 43v5l3.5 2.5" />
      </svg>
      <p className={classes.title}>{title}</p>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  );
}
