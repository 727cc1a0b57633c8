import type { UnknownAction } from '@reduxjs/toolkit';

/** One of the two ways in, for whoever forgot the password there. */
export interface Door {
  readonly login: string;
  /** Where nobody registers by themselves there is none. */
  readonly register?: string;
  readonly forgotten: { readonly path: string; readonly call: 'forgotPassword' | 'adminForgotPassword' };
  readonly reset: { readonly path: string; readonly call: 'resetPassword' | 'adminResetPassword' };
  /** Characters of a password. */
  readonly lengthMin: number;
  /** All sessions end with the old password, that of this browser too. */
  readonly signOut: () => UnknownAction;
}
