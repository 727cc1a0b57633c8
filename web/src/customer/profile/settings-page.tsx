import { Link } from 'react-router-dom';
import { t } from '../../languages/language.js';
import { LanguageSwitch } from '../../ui/form/language-switch.js';
import { Card, Page } from '../../ui/layout/page.js';
import { Panes } from '../../ui/layout/panes.js';
import { ChangePasswordForm } from './change-password-form.js';
import { NoticeSettings } from './notice-settings.js';
import { PasskeysCard } from './passkeys-card.js';
import { PushCard } from './push-card.js';
import { SessionsCard } from './sessions-card.js';

export default function SettingsPage() {
  return (
    <Page
      title={t('Change Password')}
      lead={t('The password you log in with, and what else lets you in.')}
      panes
    >
      <Panes
        first={
          <>
            <Card>
              <ChangePasswordForm />
            </Card>
            <p>
              <Link to="/changepin">{t('Change your transaction PIN instead')}</Link>
            </p>
            <Card title={t('Language')}>
              <LanguageSwitch />
            </Card>
          </>
        }
        second={
          <>
            <PasskeysCard />
            <PushCard />
            <NoticeSettings />
            <SessionsCard />
          </>
        }
      />
    </Page>
  );
}
