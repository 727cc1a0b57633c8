import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Permission } from '../../../services/contracts/admin/administrators.contract.js';
import type { CallAnswer } from '../../../services/contracts/calls.js';

/** Who is signed in on the administrators' side. */
export interface SignedInAdministrator {
  readonly firstName: string;
  readonly role: 'admin' | 'auditor';
  readonly permissions: readonly Permission[];
  /** Nothing can be done before a second factor is set up. */
  readonly mustEnrol?: boolean | undefined;
}

/** Why an administrator sees the login page although they did not ask for it. */
export type AdminSignedOutReason = 'expired' | 'elsewhere' | 'password changed' | 'invited';

export type AdminSessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'in'; readonly administrator: SignedInAdministrator }
  | { readonly status: 'out'; readonly reason?: AdminSignedOutReason };

const adminSession = createSlice({
  name: 'adminSession',
  // Also with a token in this tab: what its owner may do is asked again.
  initialState: { status: 'unknown' } as AdminSessionState,
  reducers: {
    adminSignedIn: (_, { payload }: PayloadAction<SignedInAdministrator>): AdminSessionState => ({
      status: 'in',
      administrator: payload,
    }),
    /** As `signedOut` of customers: why it ended is what was said first. */
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

/** Who an answer to a login or to the question for the session is about; undefined when it is no administrator. */
export const administratorIn = ({
  first_name: firstName,
  role,
  permissions,
  must_enrol: mustEnrol,
}: Pick<CallAnswer<'session'>, 'first_name' | 'role' | 'permissions' | 'must_enrol'>):
  SignedInAdministrator | undefined =>
  firstName !== undefined && role && permissions ? { firstName, role, permissions, mustEnrol } : undefined;
