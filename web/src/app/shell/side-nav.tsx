import { Switch, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { NavLink } from 'react-router-dom';
import { useUserDataQuery } from '../../api/user-data.api.js';
import { Balance } from '../../ui/balance.js';
import { Brand } from '../../ui/brand.js';
import { LogoutIcon, MoonIcon } from '../../ui/icons.js';
import { SoonTag } from '../../ui/soon-tag.js';
import { NAVIGATION, type NavigationItem } from './navigation.js';
import classes from './side-nav.module.css';

interface SideNavProps {
  /** Closes the drawer this may stand in. */
  readonly onNavigate?: (() => void) | undefined;
}

/** Everything the product offers, in the order of the menu. */
export function SideNav({ onNavigate }: SideNavProps) {
  const { data: user } = useUserDataQuery();
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.side}>
      <div className={classes.brand}>
        <Brand />
      </div>
      {user ? (
        <div className={classes.person}>
          <strong>
            {user.first_name} {user.last_name}
          </strong>
          <span>
            <Balance amount={user.user_wallet} />
          </span>
        </div>
      ) : null}
      <nav aria-label="Main">
        {NAVIGATION.map((group, index) => (
          <div key={group.title ?? index} className={classes.group}>
            {group.title ? <p className={classes.title}>{group.title}</p> : null}
            <ul>
              {group.items.map((item) => (
                <li key={item.label}>
                  <Item {...item} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        <ul className={classes.group}>
          <li className={classes.item}>
            <MoonIcon />
            <Switch
              label="Dark mode"
              labelPosition="left"
              checked={scheme === 'dark'}
              onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
              classNames={{
                root: classes.switch ?? '',
                body: classes.switchBody ?? '',
                label: classes.switchLabel ?? '',
              }}
            />
          </li>
          <li>
            <Item label="Logout" Icon={LogoutIcon} to="/logout" onNavigate={onNavigate} />
          </li>
        </ul>
      </nav>
    </div>
  );
}

function Item({ label, Icon, to, onNavigate }: NavigationItem & SideNavProps) {
  if (!to)
    return (
      <span className={classes.item} data-soon>
        <Icon />
        <span>{label}</span>
        <SoonTag />
      </span>
    );
  return (
    <NavLink to={to} className={classes.item ?? ''} onClick={onNavigate}>
      <Icon />
      <span>{label}</span>
    </NavLink>
  );
}
