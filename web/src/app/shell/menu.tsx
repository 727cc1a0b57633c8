import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { NavLink, useLocation } from 'react-router-dom';
import { t, type Text, textOf } from '../../languages/language.js';
import { count } from '../../ui/format.js';
import { ChevronRightIcon, MoonIcon, type Icon } from '../../ui/icons.js';
import classes from './side-nav.module.css';

export interface NavigationItem {
  readonly label: Text;
  readonly Icon: Icon;
  readonly to: string;
  readonly exact?: true;
  readonly waiting?: { readonly count: number; readonly words: string } | undefined;
}

export interface NavigationGroup {
  readonly title?: Text;
  readonly items: readonly NavigationItem[];
  readonly folded?: { readonly label: Text; readonly items: readonly NavigationItem[] };
}

interface Navigates {
  readonly onNavigate?: (() => void) | undefined;
}

export function MenuGroups({
  groups,
  onNavigate,
}: Navigates & { readonly groups: readonly NavigationGroup[] }) {
  const { pathname, search } = useLocation();
  const narrowed = groups
    .flatMap(({ items }) => items)
    .find(({ to }) => isNarrowed(to, pathname, new URLSearchParams(search)));
  const links = (items: readonly NavigationItem[]) =>
    items.map((item) => (
      <li key={item.to}>
        <MenuItem
          {...item}
          elsewhere={narrowed ? narrowed !== item : item.to.includes('?')}
          onNavigate={onNavigate}
        />
      </li>
    ));
  return groups.map((group, index) => (
    <div key={index} className={classes.group}>
      {group.title ? <p className={classes.title}>{textOf(group.title)}</p> : null}
      <ul>
        {links(group.items)}
        {group.folded ? (
          <li>
            <details open={group.folded.items.some(({ to }) => to === pathname)}>
              <summary className={classes.item}>
                <ChevronRightIcon />
                <span>{textOf(group.folded.label)}</span>
              </summary>
              <ul>{links(group.folded.items)}</ul>
            </details>
          </li>
        ) : null}
      </ul>
    </div>
  ));
}

function isNarrowed(to: string, pathname: string, shown: URLSearchParams): boolean {
  const [path, filter] = to.split('?');
  return (
    path === pathname &&
    filter !== undefined &&
    [...new URLSearchParams(filter)].every(([name, value]) => shown.get(name) === value)
  );
}

interface MenuItemProps extends NavigationItem, Navigates {
  readonly elsewhere?: boolean;
}

export function MenuItem({ label, Icon, to, exact, waiting, elsewhere = false, onNavigate }: MenuItemProps) {
  return (
    <NavLink
      to={to}
      end={exact === true}
      className={classes.item ?? ''}
      aria-current={elsewhere ? false : 'page'}
      onClick={onNavigate}
    >
      <Icon />
      <span>{textOf(label)}</span>
      {waiting ? (
        <span className={classes.waiting}>
          {count(waiting.count)}
          <span className="nl-hidden"> {waiting.words}</span>
        </span>
      ) : null}
    </NavLink>
  );
}

export function DarkModeSwitch() {
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme();
  return (
    <li>
      <label className={classes.item}>
        <MoonIcon />
        <span>{t('Dark mode')}</span>
        <input
          type="checkbox"
          role="switch"
          className={classes.switch}
          checked={scheme === 'dark'}
          onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
        />
      </label>
    </li>
  );
}
