import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type LiveStatus = 'connecting' | 'live' | 'polling';

export interface LiveState {
  readonly status: LiveStatus;
  readonly paused: boolean;
  /** True when lists have changed since live updates were paused. */
  readonly missed: boolean;
}

const live = createSlice({
  name: 'live',
  initialState: { status: 'connecting', paused: false, missed: false } as LiveState,
  reducers: {
    liveStatusChanged: (state, action: PayloadAction<LiveStatus>) => ({ ...state, status: action.payload }),
    livePaused: (state) => ({ ...state, paused: true }),
    liveResumed: (state) => ({ ...state, paused: false, missed: false }),
    changeMissed: (state) => ({ ...state, missed: true }),
  },
});

export const { liveStatusChanged, livePaused, liveResumed, changeMissed } = live.actions;
export const liveReducer = live.reducer;
