import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { adminSessionReducer } from '../api/admin-session.slice.js';
import { api, onCopyShown } from '../api/base-api.js';
import { onReach } from '../api/call.js';
import { sessionReducer } from '../api/session.slice.js';
import { side, type Side } from '../api/side.js';
import { knownHere } from '../api/token-store.js';
import { liveReducer } from '../live/live.slice.js';

interface ConnectionState {
  /** Value of `navigator.onLine`. */
  readonly online: boolean;
  readonly reached: boolean;
  /** Time of the oldest offline copy on screen, in Unix ms. */
  readonly copyOf?: number | undefined;
}

const connection = createSlice({
  name: 'connection',
  initialState: { online: navigator.onLine, reached: true } as ConnectionState,
  reducers: {
    onlineChanged: (state, action: PayloadAction<boolean>) => ({ ...state, online: action.payload }),
    reachChanged: (state, action: PayloadAction<boolean>) => ({ ...state, reached: action.payload }),
    copyShown: (state, action: PayloadAction<number | undefined>) => ({ ...state, copyOf: action.payload }),
  },
});

const { onlineChanged, reachChanged, copyShown } = connection.actions;

/** Passwords, PINs and tokens must not be part of any action. */
export const store = configureStore({
  reducer: {
    [api.reducerPath]: api.reducer,
    session: sessionReducer,
    adminSession: adminSessionReducer,
    connection: connection.reducer,
    live: liveReducer,
  },
  middleware: (defaults) => defaults().concat(api.middleware),
  devTools: import.meta.env.DEV,
});

export type RootState = ReturnType<typeof store.getState>;

setupListeners(store.dispatch);
onReach((reached) => {
  if (store.getState().connection.reached !== reached) store.dispatch(reachChanged(reached));
});
onCopyShown((savedAt) => {
  if (store.getState().connection.copyOf !== savedAt) store.dispatch(copyShown(savedAt));
});
const seen: Partial<Record<Side, unknown>> = {};
// The next person must not see data of this session.
store.subscribe(() => {
  const { session, adminSession } = store.getState();
  const now = side() === 'admin' ? adminSession : session;
  if (seen[side()] === now) return;
  seen[side()] = now;
  if (now.status !== 'out') return;
  store.dispatch(api.util.resetApiState());
  knownHere.forget();
});
for (const change of ['online', 'offline'])
  window.addEventListener(change, () => store.dispatch(onlineChanged(navigator.onLine)));
