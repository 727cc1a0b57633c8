import { useSiteLinksQuery } from '../../api/catalog.api.js';
import { useUserDataQuery } from '../../api/user-data.api.js';
import { Balance } from '../../domain/balance.js';
import { t } from '../../languages/language.js';
import { ChatIcon, DocsIcon, LogoutIcon } from '../../ui/icons.js';
import { Brand } from '../../ui/layout/brand.js';
import { DarkModeSwitch, MenuGroups, MenuItem } from './menu.js';
import { NAVIGATION } from './navigation.js';
import classes from './side-nav.module.css';

interface SideNavProps {
  readonly onNavigate?: (() => void) | undefined;
}

export function SideNav({ onNavigate }: SideNavProps) {
  const { data: user } = useUserDataQuery();
  const { data: links } = useSiteLinksQuery();
  return (
    <div className={classes.side}>
      <div className={classes.brand}>
        <Brand />
      </div>
      {/* On wide screens the header shows this. */}
      {user && onNavigate ? (
        <div className={classes.person}>
          <strong>
            {user.first_name} {user.last_name}
          </strong>
          <span>
            <Balance amount={user.user_wallet} />
          </span>
        </div>
      ) : null}
      <nav aria-label={t('Main')}>
        <MenuGroups groups={NAVIGATION} onNavigate={onNavigate} />
        <ul className={classes.group}>
          <li>
            <ExternalItem
              label={t('API documentation')}
              Icon={DocsIcon}
              href={links?.api_documentation}
              to="/documentation"
              onNavigate={onNavigate}
            />
          </li>
          {links?.whatsapp ? (
            <li>
              <ExternalItem label="WhatsApp" Icon={ChatIcon} href={links.whatsapp} onNavigate={onNavigate} />
            </li>
          ) : null}
          {links?.community_chat ? (
            <li>
              <ExternalItem
                label={t('Community chat')}
                Icon={ChatIcon}
                href={links.community_chat}
                onNavigate={onNavigate}
              />
            </li>
          ) : null}
          <DarkModeSwitch />
          <li>
            <MenuItem label={t('Logout')} Icon={LogoutIcon} to="/logout" onNavigate={onNavigate} />
          </li>
        </ul>
      </nav>
    </div>
  );
}

interface ExternalItemProps extends SideNavProps {
  readonly label: string;
  readonly Icon: typeof DocsIcon;
  readonly href: string | undefined;
  readonly to?: string;
}

function ExternalItem({ label, Icon, href, to, onNavigate }: ExternalItemProps) {
  if (!href) return to ? <MenuItem label={label} Icon={Icon} to={to} onNavigate={onNavigate} /> : null;
  return (
    <a className={classes.item} href={href} target="_blank" rel="noopener noreferrer" onClick={onNavigate}>
      <Icon />
      <span>
        {label}
        <span className="nl-hidden">, {t('opens in a new tab')}</span>
      </span>
    </a>
  );
}
