import { Link } from 'react-router-dom';
import { Card, Page } from '../../ui/layout/page.js';
import { ChangePasswordForm } from './change-password-form.js';

export default function SettingsPage() {
  return (
    <Page title="Change Password" lead="The password you log in with." narrow>
      <Card>
        <ChangePasswordForm />
      </Card>
      <p>
        <Link to="/changepin">Change your transaction PIN instead</Link>
      </p>
    </Page>
  );
}
