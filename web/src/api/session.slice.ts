import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { tokenStore } from './token-store.js';

/** Why somebody sees the login page although they did not ask for it. */
export type SignedOutReason = 'expired' | 'elsewhere' | 'registered' | 'password changed';

export interface SessionState {
  readonly status: 'unknown' | 'in' | 'out';
  readonly reason?: SignedOutReason;
  /** Where a login leads to. */
  readonly next?: string;
}

const initialState = (): SessionState => ({ status: tokenStore.read('customer') ? 'in' : 'unknown' });

const session = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signedIn: (_, action: PayloadAction<string | undefined>): SessionState => ({
      status: 'in',
      ...(action.payload ? { next: action.payload } : {}),
    }),
    /** That a session is over is also noticed by whatever was asked under it: why it ended is what was said first. */
    signedOut: (state, { payload }: PayloadAction<SignedOutReason | undefined>): SessionState =>
      payload === 'expired' && state.status === 'out'
        ? state
        : { status: 'out', ...(payload ? { reason: payload } : {}) },
  },
});

export const { signedIn, signedOut } = session.actions;
export const sessionReducer = session.reducer;
