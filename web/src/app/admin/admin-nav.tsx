import { useSignedIn } from '../../api/use-signed-in.js';
import { Brand } from '../../ui/layout/brand.js';
import { DarkModeSwitch, MenuGroups } from '../shell/menu.js';
import classes from '../shell/side-nav.module.css';
import { navigationOf } from './admin-navigation.js';
import { useWaitingQuery } from './waiting.api.js';

interface AdminNavProps {
  /** Closes the drawer this may stand in. */
  readonly onNavigate?: (() => void) | undefined;
}

/** Everything an administrator may look at, and whose side this is. */
export function AdminNav({ onNavigate }: AdminNavProps) {
  const administrator = useSignedIn();
  const { data } = useWaitingQuery();
  const groups = navigationOf(administrator, { '/failedtransaction': data?.total ?? 0 });
  return (
    <div className={classes.side}>
      <div className={classes.brand}>
        <Brand />
      </div>
      <div className={classes.person}>
        <strong>{administrator.firstName}</strong>
        <span>{administrator.permissions.join(', ') || 'reads only'}</span>
      </div>
      <nav aria-label="Main">
        <MenuGroups groups={groups} onNavigate={onNavigate} />
        <ul className={classes.group}>
          <DarkModeSwitch />
        </ul>
      </nav>
    </div>
  );
}
