import { ActionIcon } from '@mantine/core';
import { t } from '../../languages/language.js';
import { MenuIcon } from '../../ui/icons.js';
import classes from './header.module.css';

export interface MenuButtonProps {
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
}

/** Opens the menu where there is no room for it beside the page. */
export function MenuButton({ menuOpen, onMenu }: MenuButtonProps) {
  return (
    <ActionIcon
      className={classes.menu ?? ''}
      variant="subtle"
      color="gray"
      size={44}
      aria-label={t('Open menu')}
      aria-haspopup="dialog"
      aria-expanded={menuOpen}
      onClick={onMenu}
    >
      <MenuIcon />
    </ActionIcon>
  );
}
