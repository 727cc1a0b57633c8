import { Inject, Injectable } from '@nestjs/common';
import { decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  type EventStore,
  NO_STREAM,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { fitted, isWide, logoPath, type PageLogo } from '../../contracts/brand/logo.js';
import { NewestInLog } from '../newest-in-log.js';
import { decide, evolve, type Logo, type LogoCommand, type LogoState, WITHOUT_LOGO } from './logo.decider.js';
import { LOGO_STREAM, logoEvent } from './logo.events.js';

export type LogoStore = Pick<EventStore, 'head' | 'readStream' | 'changesLike'>;

interface Known extends StreamHead {
  readonly state: LogoState;
}
const UNKNOWN: Known = { ...NO_STREAM, state: WITHOUT_LOGO };

async function load(store: LogoStore, known = UNKNOWN): Promise<Known> {
  const head = await store.head(LOGO_STREAM);
  if (head.revision === known.revision && head.hash === known.hash) return known;
  const [newest] = await store.readStream(LOGO_STREAM, { direction: 'backwards', limit: 1 });
  const event = newest && logoEvent(newest);
  return event ? { revision: event.revision, hash: event.hash, state: evolve(event) } : UNKNOWN;
}

export async function changeLogo(
  store: LogoStore & Pick<EventStore, 'append'>,
  command: LogoCommand,
  context: EventContext,
): Promise<boolean> {
  const { events } = await decideAndAppend(store, {
    stream: LOGO_STREAM,
    load: () => load(store),
    decide: ({ state }) =>
      decide(command, state).map(({ type, data }) => fact<string, object>(type, data, context)),
  });
  return events.length > 0;
}

@Injectable()
export class Logos {
  private known = UNKNOWN;
  private readonly log: NewestInLog;

  constructor(@Inject(EVENT_STORE) store: LogoStore) {
    this.log = new NewestInLog(
      store,
      LOGO_STREAM,
      async () => void (this.known = await load(store, this.known)),
    );
  }

  async current(): Promise<Logo | undefined> {
    await this.log.current();
    return this.known.state.logo;
  }

  async newest(): Promise<LogoState> {
    await this.log.newest();
    return this.known.state;
  }
}

const HEADER = { width: 168, height: 36 };

export const pageLogoOf = (logo: Logo): PageLogo => ({
  src: logoPath(logo.digest),
  ...fitted(logo, HEADER),
  ground: logo.ground,
  alone: isWide(logo),
});
