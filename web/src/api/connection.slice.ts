import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

interface ConnectionState {
  /** What the device says about its network. */
  readonly online: boolean;
  /** Whether the last call got an answer. */
  readonly reached: boolean;
}

const connection = createSlice({
  name: 'connection',
  initialState: { online: navigator.onLine, reached: true } as ConnectionState,
  reducers: {
    onlineChanged: (state, action: PayloadAction<boolean>) => ({ ...state, online: action.payload }),
    reachChanged: (state, action: PayloadAction<boolean>) => ({ ...state, reached: action.payload }),
  },
});

export const { onlineChanged, reachChanged } = connection.actions;
export const connectionReducer = connection.reducer;
