import type { ReactNode } from 'react';
import type { Icon } from '../../ui/icons.js';
import classes from './service-tile.module.css';

interface TileIconProps {
  readonly Icon: Icon;
  /** Not in the colours of what invites to be pressed. */
  readonly quiet?: boolean;
}

interface ServiceTileProps extends TileIconProps {
  readonly name: ReactNode;
  readonly blurb: string;
  /** How it is delivered, as a tag. */
  readonly delivery?: string | undefined;
  /** Tags beside it. */
  readonly children?: ReactNode;
}

/** What a tile tells of a service, for a grid of its frame's columns: the icon, the words, the tags below them. */
export function ServiceTile({ name, blurb, delivery, children, ...icon }: ServiceTileProps) {
  return (
    <>
      <TileIcon {...icon} />
      <span className={classes.text}>
        <strong>{name}</strong>
        <span>{blurb}</span>
      </span>
      <span className={classes.tags}>
        {delivery ? <span className={classes.tag}>{delivery}</span> : null}
        {children}
      </span>
    </>
  );
}

export function TileIcon({ Icon, quiet }: TileIconProps) {
  return (
    <span className={classes.icon} data-quiet={quiet || undefined}>
      <Icon />
    </span>
  );
}
