import { ActionIcon } from '@mantine/core';
import { t } from '../../languages/language.js';
import { MenuIcon } from '../../ui/icons.js';
import classes from './header.module.css';

export interface MenuButtonProps {
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
}

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
