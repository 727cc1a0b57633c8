import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Permission } from '../../../services/contracts/admin/administrators.contract.js';
import type { CallAnswer } from '../../../services/contracts/calls.js';

export interface SignedInAdministrator {
  readonly firstName: string;
  readonly role: 'admin' | 'auditor';
  readonly permissions: readonly Permission[];
  /**
   * True until the administrator has set up a second factor. Until then, the server refuses all
   * calls that are not needed for setting it up.
   */
  readonly mustEnrol?: boolean | undefined;
}

export type AdminSignedOutReason = 'expired' | 'elsewhere' | 'password changed' | 'invited';

export type AdminSessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'in'; readonly administrator: SignedInAdministrator }
  | { readonly status: 'out'; readonly reason?: AdminSignedOutReason };

const adminSession = createSlice({
  name: 'adminSession',
  // Start as `unknown`, even when this tab has a token, because only the server knows the current
  // permissions.
  initialState: { status: 'unknown' } as AdminSessionState,
  reducers: {
    adminSignedIn: (_, { payload }: PayloadAction<SignedInAdministrator>): AdminSessionState => ({
      status: 'in',
      administrator: payload,
    }),
    /** If the session has already ended, the reason `expired` does not replace the earlier reason. */
    adminSignedOut: (
      state,
      { payload }: PayloadAction<AdminSignedOutReason | undefined>,
    ): AdminSessionState =>
      payload === 'expired' && state.status === 'out'
        ? state
        : { status: 'out', ...(payload ? { reason: payload } : {}) },
  },
});

export const { adminSignedIn, adminSignedOut } = adminSession.actions;
export const adminSessionReducer = adminSession.reducer;

export const administratorIn = ({
  first_name: firstName,
  role,
  permissions,
  must_enrol: mustEnrol,
}: Pick<CallAnswer<'session'>, 'first_name' | 'role' | 'permissions' | 'must_enrol'>):
  SignedInAdministrator | undefined =>
  firstName !== undefined && role && permissions ? { firstName, role, permissions, mustEnrol } : undefined;
