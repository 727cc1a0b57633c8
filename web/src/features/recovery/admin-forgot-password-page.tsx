import { ADMINISTRATORS_DOOR } from './administrators-door.js';
import { ForgotPassword } from './forgot-password.js';

export default function AdminForgotPasswordPage() {
  return <ForgotPassword door={ADMINISTRATORS_DOOR} />;
}
