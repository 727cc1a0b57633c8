import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import classes from './page.module.css';
import cardClasses from './card.module.css';
import { titlePage } from '../../languages/brand.js';

interface PageProps {
  readonly title: string;
  readonly lead?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly narrow?: boolean;
  readonly panes?: boolean;
  readonly wide?: boolean;
}

const ROOM_FOR_TWO = '(min-width: 64em)';
const onRoom = (notify: () => void): (() => void) => {
  const media = matchMedia(ROOM_FOR_TWO);
  media.addEventListener('change', notify);
  return () => media.removeEventListener('change', notify);
};

/** True when the window is wide enough for two columns beside the menu. */
export const useRoomForTwo = (): boolean =>
  useSyncExternalStore(onRoom, () => matchMedia(ROOM_FOR_TWO).matches);

export function Page({ title, lead, aside, children, narrow, panes, wide }: PageProps) {
  useEffect(() => {
    titlePage(title);
  }, [title]);
  return (
    <div
      className={classes.page}
      data-narrow={narrow || undefined}
      data-panes={panes || undefined}
      data-wide={wide || undefined}
    >
      <div className={classes.head}>
        <div>
          <h1>{title}</h1>
          {lead ? <p>{lead}</p> : null}
        </div>
        {aside}
      </div>
      {children}
    </div>
  );
}

interface CardProps {
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Card({ title, aside, children, className }: CardProps) {
  return (
    <section className={`${cardClasses.card} ${className ?? ''}`}>
      {title || aside ? (
        <div className={cardClasses.head}>
          {title ? <h2>{title}</h2> : null}
          {aside}
        </div>
      ) : null}
      {children}
    </section>
  );
}
