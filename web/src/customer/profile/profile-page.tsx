import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useUserDataQuery } from '../../api/user-data.api.js';
import { UserDataError } from '../../domain/load-error.js';
import { t } from '../../languages/language.js';
import { PageLoader } from '../../ui/feedback/loading.js';
import { Card, Page } from '../../ui/layout/page.js';
import { Panes } from '../../ui/layout/panes.js';
import { ApiTokenCard } from './api-token-card.js';
import { ChangePasswordForm } from './change-password-form.js';
import { OwnData } from './own-data.js';
import { ProfileForm } from './profile-form.js';
import { SavedRecipients } from './saved-recipients.js';
import classes from './profile-page.module.css';

export default function ProfilePage() {
  const { data: user, error, refetch } = useUserDataQuery();
  if (!user && error) return <UserDataError error={error} onRetry={() => void refetch()} />;
  if (!user) return <PageLoader />;
  return (
    <Page title={t('Profile')} lead={t('Who you are to us, and the keys to your wallet.')}>
      <Card>
        <div className={classes.person}>
          <span className={classes.initials} aria-hidden="true">
            {`${user.first_name.slice(0, 1)}${user.last_name.slice(0, 1)}`.toUpperCase()}
          </span>
          <div>
            <h2>
              {user.first_name} {user.last_name}
            </h2>
            <p>{user.user_email || user.phone_number}</p>
          </div>
          <div className={classes.facts}>
            <Tag>{user.reseller === 1 ? t('Affiliate User') : t('Regular User')}</Tag>
            {user.is_email_verify ? (
              user.user_email === '' ? null : (
                <Tag tone="good">{t('Email verified')}</Tag>
              )
            ) : (
              <Link to="/verify-email">
                <Tag tone="warn">{t('Verify your email')}</Tag>
              </Link>
            )}
            {user.is_transaction_pin_set ? (
              <Tag tone="good">{t('PIN set')}</Tag>
            ) : (
              <Link to="/setpin">
                <Tag tone="warn">{t('Set your PIN')}</Tag>
              </Link>
            )}
            <Link to="/verifybvn">
              <Tag>{t('Verify BVN')}</Tag>
            </Link>
          </div>
        </div>
      </Card>
      <Panes
        first={
          <>
            <Card title={t('Your details')}>
              <ProfileForm user={user} />
            </Card>
            <SavedRecipients />
          </>
        }
        second={
          <>
            <ApiTokenCard masked={user.api_token} />
            <Card title={t('Change password')} aside={<Link to="/changepin">{t('Change PIN')}</Link>}>
              <ChangePasswordForm />
            </Card>
            <OwnData />
          </>
        }
      />
    </Page>
  );
}

function Tag({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'good' | 'warn';
  readonly children: ReactNode;
}) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
