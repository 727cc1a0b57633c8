import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import type { DataOf, LedgerEvent } from './posting-rules.js';

/** A stored event of a type, with the data its type says; of several types, one of them. */
export type EventOf<Type extends LedgerEvent['type']> = Type extends unknown
  ? RecordedEvent<Type, DataOf<Type>>
  : never;

/** What a check says of each type of event that concerns it. It is shown no others: most events concern one check or two. */
export type Judges = { readonly [Type in LedgerEvent['type']]?: (event: EventOf<Type>) => void };

/** Says what is wrong with an event. @throws when the event lacks what its type must hold */
export type Judge = (event: RecordedEvent) => void;
