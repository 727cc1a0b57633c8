import { ADMIN_PASSWORD_LENGTH_MIN } from '../../../../services/contracts/admin/administrators.contract.js';
import { adminSignedOut } from '../../api/admin-session.slice.js';
import type { Door } from './doors.js';

export const ADMINISTRATORS_DOOR: Door = {
  login: '/adminlogin',
  forgotten: { path: '/adminforgotpassword', call: 'adminForgotPassword' },
  reset: { path: '/adminchangepassword', call: 'adminResetPassword' },
  lengthMin: ADMIN_PASSWORD_LENGTH_MIN,
  signOut: adminSignedOut,
};
