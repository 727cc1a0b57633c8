import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../api/base-api.js';
import { onReach } from '../api/call.js';
import { connectionReducer, onlineChanged, reachChanged } from '../api/connection.slice.js';
import { sessionReducer } from '../api/session.slice.js';
import { liveReducer } from '../live/live.slice.js';

/** The one store. Nothing secret goes in: passwords, PINs and tokens are sent without passing through actions. */
export const store = configureStore({
  reducer: {
    [api.reducerPath]: api.reducer,
    session: sessionReducer,
    connection: connectionReducer,
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
for (const change of ['online', 'offline'])
  window.addEventListener(change, () => store.dispatch(onlineChanged(navigator.onLine)));
