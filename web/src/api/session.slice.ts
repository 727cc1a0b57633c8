import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { tokenStore } from './token-store.js';

/** Why somebody sees the login page although they did not ask for it. */
export type SignedOutReason = 'expired' | 'elsewhere';

interface SessionState {
  readonly status: 'unknown' | 'in' | 'out';
  readonly reason?: SignedOutReason;
}

const initialState = (): SessionState => ({ status: tokenStore.read() ? 'in' : 'unknown' });

const session = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signedIn: (): SessionState => ({ status: 'in' }),
    signedOut: (_, action: PayloadAction<SignedOutReason | undefined>): SessionState => ({
      status: 'out',
      ...(action.payload ? { reason: action.payload } : {}),
    }),
  },
});

export const { signedIn, signedOut } = session.actions;
export const sessionReducer = session.reducer;
