import { ADMINISTRATORS_CHANNEL, EVERYBODY_CHANNEL } from '../live/live-hub.js';
import type { NewEvent, RecordedEvent, Wants } from '../event-store/event-store.js';
import type { Operation, Row, View } from '../read-store/view.js';

/** What an event looks like to a projection: `opened` is its sealed part in the clear, undefined when there is none or its key is gone. */
export interface ProjectedEvent {
  readonly event: RecordedEvent;
  readonly opened: Readonly<Record<string, unknown>> | undefined;
}

/** A pure function from an event to operations on the rows of one view: no clock, no randomness, no reading. */
export interface Projection<R extends Row = Row> {
  readonly view: View<R>;
  /** Which events it makes something of: others need not even be read. Without it, all of them. */
  readonly wants?: Wants;
  /** Types of all events that it can want, where they are listed: a run of other types is passed over at once. */
  readonly types?: ReadonlySet<string>;
  /** Types of events whose sealed part is wanted; only these are decrypted. */
  readonly opens?: readonly string[];
  readonly project: (projected: ProjectedEvent) => readonly Operation[];
  /**
   * Whose rows the event changes, where rows belong to one person each: no event of anybody else touches these. An event that
   * cannot be projected then parks that person alone. undefined, or no function, parks the event's stream.
   */
  readonly person?: (event: RecordedEvent) => string | undefined;
  /** Types of events that erase a person: they are applied to rows that are parked too. */
  readonly erases?: (type: string) => boolean;
  /** Who is to be told that something changed: users or channels, each with the list. */
  readonly changes?: (event: RecordedEvent) => readonly Change[];
}

/** Told to browsers after the batch is committed. */
export interface Change {
  /** Id of a user, or a channel of the live hub. */
  readonly userId: string;
  readonly list: string;
}

/** What one type of event means for the rows. `opened` is its sealed part in the clear, undefined when its key is gone. */
type Handler<Event, Opened extends unknown[] = []> = (
  event: Event,
  ...opened: Opened
) => readonly Operation[];

type HandlersOf<Event extends NewEvent<string, object>, Opened extends unknown[] = []> = {
  readonly [Type in Event['type']]?: Handler<Extract<Event, { readonly type: Type }>, Opened>;
};

/** A projection as a table: events that are in none of its two columns are neither wanted nor read. */
export interface ProjectionTable<Event extends NewEvent<string, object>, R extends Row> extends Pick<
  Projection<R>,
  'view' | 'person'
> {
  readonly on: HandlersOf<Event>;
  /** As `on`, for events whose sealed part is wanted too: only these are decrypted. */
  readonly onOpened?: HandlersOf<Event, [opened: ProjectedEvent['opened']]>;
  /** The list that browsers are told to read again when one of the events happened to a user. */
  readonly list?: string;
  /** The list that all administrators are told to read again, whoever the event happened to. */
  readonly adminList?: string;
  /** The list that everybody is told to read again. */
  readonly everybodyList?: string;
}

/** The projection that a table describes. */
export function projectionOn<Event extends NewEvent<string, object>, R extends Row = Row>({
  on,
  onOpened = {},
  list,
  adminList,
  everybodyList,
  ...rest
}: ProjectionTable<Event, R>): Projection<R> {
  // The types of stored events are what tells their shapes apart: here is where they get them.
  const handlers = new Map(Object.entries<unknown>({ ...on, ...onOpened })) as ReadonlyMap<
    string,
    Handler<RecordedEvent, [ProjectedEvent['opened']]>
  >;
  const opens = Object.keys(onOpened);
  const toChannels: readonly Change[] = [
    ...(adminList === undefined ? [] : [{ userId: ADMINISTRATORS_CHANNEL, list: adminList }]),
    ...(everybodyList === undefined ? [] : [{ userId: EVERYBODY_CHANNEL, list: everybodyList }]),
  ];
  return {
    ...rest,
    wants: (type) => handlers.has(type),
    types: new Set(handlers.keys()),
    ...(opens.length > 0 && { opens }),
    project: ({ event, opened }) => handlers.get(event.type)?.(event, opened) ?? [],
    changes: ({ type, data }) => {
      if (!handlers.has(type)) return [];
      if (list === undefined) return toChannels;
      return [{ userId: String(data['userId']), list }, ...toChannels];
    },
  };
}
