import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Permission } from '../../../services/contracts/admin/administrators.contract.js';
import type { CallAnswer } from '../../../services/contracts/calls.js';

export interface SignedInAdministrator {
  readonly firstName: string;
  readonly role: 'admin' | 'auditor';
  readonly permissions: readonly Permission[];
  /** While true, the server refuses all calls but those that set up a second factor. */
  readonly mustEnrol?: boolean | undefined;
}

export type AdminSignedOutReason = 'expired' | 'elsewhere' | 'password changed' | 'invited';

export type AdminSessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'in'; readonly administrator: SignedInAdministrator }
  | { readonly status: 'out'; readonly reason?: AdminSignedOutReason };

const adminSession = createSlice({
  name: 'adminSession',
  // Starts `unknown` even with a token in this tab, because the server must send the permissions again.
  initialState: { status: 'unknown' } as AdminSessionState,
  reducers: {
    adminSignedIn: (_, { payload }: PayloadAction<SignedInAdministrator>): AdminSessionState => ({
      status: 'in',
      administrator: payload,
    }),
    /** Keeps the first reason: a later `expired` of the same session must not replace it. */
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

/** Administrator in an answer of `login` or `session`; undefined for a customer. */
export const administratorIn = ({
  first_name: firstName,
  role,
  permissions,
  must_enrol: mustEnrol,
}: Pick<CallAnswer<'session'>, 'first_name' | 'role' | 'permissions' | 'must_enrol'>):
  SignedInAdministrator | undefined =>
  firstName !== undefined && role && permissions ? { firstName, role, permissions, mustEnrol } : undefined;
