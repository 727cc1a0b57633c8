import { ADMINISTRATORS_DOOR } from './administrators-door.js';
import { ResetPassword } from './reset-password.js';

export default function AdminResetPasswordPage() {
  return <ResetPassword door={ADMINISTRATORS_DOOR} />;
}
