import { Link } from 'react-router-dom';
import { Card, Page } from '../../ui/layout/page.js';
import { ChangePasswordForm } from './change-password-form.js';
import { PasskeysCard } from './passkeys-card.js';
import { SessionsCard } from './sessions-card.js';

export default function SettingsPage() {
  return (
    <Page title="Change Password" lead="The password you log in with, and what else lets you in." narrow>
      <Card>
        <ChangePasswordForm />
      </Card>
      <p>
        <Link to="/changepin">Change your transaction PIN instead</Link>
      </p>
      <PasskeysCard />
      <SessionsCard />
    </Page>
  );
}
