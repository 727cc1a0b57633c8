import { CUSTOMERS_DOOR } from './customers-door.js';
import { ResetPassword } from './reset-password.js';

export default function ResetPasswordPage() {
  return <ResetPassword door={CUSTOMERS_DOOR} />;
}
