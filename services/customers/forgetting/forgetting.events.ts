import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';

/** Who is being erased, beside the steps themselves: what was begun is known, whatever happens to whoever began it. */
export type ForgettingEvent =
  | NewEvent<'ForgettingBegun', { readonly userId: string }>
  /** Every step is done. Somebody for whom it is begun again afterwards is erased again, which finds all done. */
  | NewEvent<'ForgettingFinished', { readonly userId: string }>;

/** One stream for all of an installation: few are ever forgotten. */
export const FORGETTINGS_STREAM = 'forgettings';

export const forgettingEvent = eventReader<ForgettingEvent>({
  ForgettingBegun: true,
  ForgettingFinished: true,
});
