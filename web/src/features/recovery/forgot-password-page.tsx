import { CUSTOMERS_DOOR } from './customers-door.js';
import { ForgotPassword } from './forgot-password.js';

export default function ForgotPasswordPage() {
  return <ForgotPassword door={CUSTOMERS_DOOR} />;
}
