import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { tokenStore } from './token-store.js';

export type SignedOutReason = 'expired' | 'elsewhere' | 'registered' | 'password changed';

export interface SessionState {
  readonly status: 'unknown' | 'in' | 'out';
  readonly reason?: SignedOutReason;
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
    /** If the session has already ended, the reason `expired` does not replace the earlier reason. */
    signedOut: (state, { payload }: PayloadAction<SignedOutReason | undefined>): SessionState =>
      payload === 'expired' && state.status === 'out'
        ? state
        : { status: 'out', ...(payload ? { reason: payload } : {}) },
  },
});

export const { signedIn, signedOut } = session.actions;
export const sessionReducer = session.reducer;
