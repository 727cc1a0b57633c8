import { ADMINISTRATORS_CHANNEL, EVERYBODY_CHANNEL } from '../live/live-hub.js';
import type { NewEvent, RecordedEvent, Wants } from '../event-store/event-store.js';
import type { Operation, Row, View } from '../read-store/view.js';

/**
 * Event for a projection. `opened` is the decrypted text of `sealed`, or undefined after the
 * person's key was deleted.
 */
export interface ProjectedEvent {
  readonly event: RecordedEvent;
  readonly opened: Readonly<Record<string, unknown>> | undefined;
}

/** Computes rows from events alone, without a clock, randomness or stored data. */
export interface Projection<R extends Row = Row> {
  readonly view: View<R>;
  /** Selects the events to read. Default: all events. */
  readonly wants?: Wants;
  readonly types?: ReadonlySet<string>;
  readonly opens?: readonly string[];
  readonly project: (projected: ProjectedEvent) => readonly Operation[];
  /**
   * Person whose rows the event changes. When the event fails, later events of this person are
   * skipped (parked).
   */
  readonly person?: (event: RecordedEvent) => string | undefined;
  /**
   * True for events that erase a person. These events are applied even while other events of the
   * person are skipped (parked).
   */
  readonly erases?: (type: string) => boolean;
  readonly changes?: (event: RecordedEvent) => readonly Change[];
}

/** Message that tells browsers that a list has changed. It is sent after the commit. */
export interface Change {
  /** Id of a user, or name of a `LiveHub` channel. */
  readonly userId: string;
  readonly list: string;
}

type Handler<Event, Opened extends unknown[] = []> = (
  event: Event,
  ...opened: Opened
) => readonly Operation[];

type HandlersOf<Event extends NewEvent<string, object>, Opened extends unknown[] = []> = {
  readonly [Type in Event['type']]?: Handler<Extract<Event, { readonly type: Type }>, Opened>;
};

/** Handlers by event type. Events of types without a handler are not read. */
export interface ProjectionTable<Event extends NewEvent<string, object>, R extends Row> extends Pick<
  Projection<R>,
  'view' | 'person'
> {
  readonly on: HandlersOf<Event>;
  readonly onOpened?: HandlersOf<Event, [opened: ProjectedEvent['opened']]>;
  readonly list?: string;
  readonly adminList?: string;
  readonly everybodyList?: string;
}

export function projectionOn<Event extends NewEvent<string, object>, R extends Row = Row>({
  on,
  onOpened = {},
  list,
  adminList,
  everybodyList,
  ...rest
}: ProjectionTable<Event, R>): Projection<R> {
  // Cast the handlers, because TypeScript cannot infer an event's fields from `type`.
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

/**
 * Converts searchable texts to the Unicode form NFC, because search texts of users have this form and texts
 * in old events may not.
 */
export function composing<R extends Row>(projection: Projection<R>): Projection<R> {
  const searched: ReadonlySet<string> = new Set(projection.view.searchable);
  const composed = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        typeof value === 'string' && searched.has(column) ? value.normalize('NFC') : value,
      ]),
    );
  const compose = (operation: Operation): Operation => {
    if (operation.op === 'put') return { ...operation, row: composed(operation.row) };
    if (operation.op === 'set' || operation.op === 'setIfThere')
      return { ...operation, columns: composed(operation.columns) };
    return operation;
  };
  return { ...projection, project: (projected) => projection.project(projected).map(compose) };
}
