import type { ReactNode } from 'react';
import type { Icon } from '../../ui/icons.js';
import classes from './service-tile.module.css';

interface TileIconProps {
  readonly Icon: Icon;
  readonly quiet?: boolean;
}

interface ServiceTileProps extends TileIconProps {
  readonly name: ReactNode;
  readonly blurb: string | undefined;
  readonly delivery?: string | undefined;
  readonly children?: ReactNode;
}

export function ServiceTile({ name, blurb, delivery, children, ...icon }: ServiceTileProps) {
  return (
    <>
      <TileIcon {...icon} />
      <span className={classes.text}>
        <strong>{name}</strong>
        {blurb ? <span>{blurb}</span> : null}
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
