import type { ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A titled surface. */
export function Card({ title, aside, children, className }: CardProps) {
  return (
    <section className={`${classes.card} ${className ?? ''}`}>
      {title || aside ? (
        <div className={classes.head}>
          {title ? <h2>{title}</h2> : null}
          {aside}
        </div>
      ) : null}
      {children}
    </section>
  );
}
