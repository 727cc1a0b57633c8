import { signedOut } from '../../api/session.slice.js';
import type { Door } from './doors.js';

export const CUSTOMERS_DOOR: Door = {
  login: '/login',
  register: '/register',
  forgotten: { path: '/forgotpassword', call: 'forgotPassword' },
  reset: { path: '/changepassword', call: 'resetPassword' },
  lengthMin: 8,
  signOut: signedOut,
};
