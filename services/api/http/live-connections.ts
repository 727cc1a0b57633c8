import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { startRepeating, type Timer } from '../../../infra/host/timers.js';
import { ADMINISTRATORS_CHANNEL, EVERYBODY_CHANNEL, LiveHub } from '../../../infra/live/live-hub.js';
import { Catalog } from '../../catalog/catalog.js';
import type { CatalogFact, CatalogState } from '../../catalog/catalog.state.js';
import { pauseKey } from '../../catalog/routing/vendor-pause.state.js';
import type { Session } from '../../customers/login/live-session.js';
import type { Sessions } from '../../customers/login/sessions.js';
import type { LiveEvent, LiveMessage } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';

export const EVENT_STREAM = 'text/event-stream; charset=utf-8';

const CONNECTIONS_PER_USER_MAX = 6;
const HEARTBEAT_MS = 15_000;
/**
 * Number of unread bytes at which the server disconnects a slow browser. The browser reconnects, and continues
 * after its `lastEventId`.
 */
const UNREAD_BYTES_MAX = 256 * 1_024;

interface Connection {
  readonly session: Session;
  send(event: LiveEvent, message: LiveMessage): void;
  end(): void;
}

export class LiveConnections {
  private readonly byUser = new Map<string, Set<Connection>>();
  private readonly heart: Timer;

  constructor(
    private readonly liveHub: LiveHub,
    private readonly sessions: Pick<Sessions, 'isAlive' | 'onEnded'>,
    heartbeatMs = HEARTBEAT_MS,
  ) {
    sessions.onEnded((sessionId) => this.endWhere(({ session }) => session.id === sessionId));
    this.heart = startRepeating(() => this.beat(), heartbeatMs).unref();
  }

  /**
   * Sends the changes of `channels` in the answer `reply` until the browser disconnects. A channel is a user id
   * or a constant such as `EVERYBODY_CHANNEL`.
   * @throws RuleBroken(RATE_LIMITED) when the user already has `CONNECTIONS_PER_USER_MAX` connections
   */
  open(
    session: Session,
    channels: readonly string[],
    lastEventId: number | undefined,
    reply: FastifyReply,
  ): void {
    const own = this.byUser.get(session.userId) ?? new Set<Connection>();
    if (own.size >= CONNECTIONS_PER_USER_MAX)
      throw new RuleBroken('RATE_LIMITED', { seconds: HEARTBEAT_MS / 1_000, policy: 'in-flight' });
    reply.hijack();
    const { raw } = reply;
    const { socket } = reply.request.raw;
    // The listener for `close` below would miss a browser that disconnected during the look-up.
    if (socket.destroyed) return;
    this.byUser.set(session.userId, own);
    raw.writeHead(200, {
      'content-type': EVENT_STREAM,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    let unsubscribe = (): void => undefined;
    const leave = (): void => {
      unsubscribe();
      socket.off('close', leave);
      own.delete(connection);
      if (own.size === 0 && this.byUser.get(session.userId) === own) this.byUser.delete(session.userId);
    };
    const connection: Connection = {
      session,
      send: (event, message) => {
        if (raw.writableEnded) return;
        raw.write(`event: ${event}\nid: ${message.position}\ndata: ${JSON.stringify(message)}\n\n`);
        if (raw.writableLength > UNREAD_BYTES_MAX) socket.destroy();
      },
      // The socket may close much later, and a write after `end` would crash the process.
      end: () => {
        raw.end();
        leave();
      },
    };
    own.add(connection);
    // Listen for `close` on the socket, because an answer gets no `close` while it is queued behind another
    // answer.
    socket.once('close', leave);
    raw.on('error', () => socket.destroy());
    unsubscribe = this.liveHub.subscribe(channels, lastEventId, (news) =>
      news === 'reset' ? connection.send('reset', this.here()) : connection.send('change', news),
    );
    connection.send('heartbeat', this.here());
  }

  close(): void {
    this.heart.cancel();
    this.endWhere(() => true);
  }

  get size(): number {
    let size = 0;
    for (const own of this.byUser.values()) size += own.size;
    return size;
  }

  private beat(): void {
    for (const own of this.byUser.values())
      for (const connection of own) {
        const alive = this.sessions.isAlive(connection.session);
        if (alive instanceof Promise)
          alive.then((answer) => this.pulse(own, connection, answer)).catch(() => undefined);
        else this.pulse(own, connection, alive);
      }
  }

  private pulse(own: Set<Connection>, connection: Connection, alive: boolean): void {
    if (!own.has(connection)) return;
    if (alive) connection.send('heartbeat', this.here());
    else this.endOne(connection);
  }

  private endWhere(applies: (connection: Connection) => boolean): void {
    for (const own of this.byUser.values())
      for (const connection of own) if (applies(connection)) this.endOne(connection);
  }

  private endOne(connection: Connection): void {
    connection.send('end', this.here());
    connection.end();
  }

  private here(): LiveMessage {
    return { position: this.liveHub.position, lists: [] };
  }
}

const CATALOGUE_CHANGES = [{ userId: EVERYBODY_CHANNEL, list: 'catalogue' }];
const VENDOR_CHANGES = [{ userId: ADMINISTRATORS_CHANNEL, list: 'catalogue' }];
const TERMS_CHANGES = [{ userId: EVERYBODY_CHANNEL, list: 'terms' }];

/** Announces changes of the catalog, because no read model contains the catalog. */
@Injectable()
export class CatalogueNews implements OnApplicationBootstrap {
  constructor(
    private readonly catalog: Catalog,
    private readonly liveHub: LiveHub,
  ) {}

  onApplicationBootstrap(): void {
    this.catalog.onChanged((event, before) => this.liveHub.announce(changesOf(event, before)));
  }
}

function changesOf(event: CatalogFact, { pauses }: Pick<CatalogState, 'pauses'>) {
  switch (event.type) {
    case 'FundingTermsSet':
      return TERMS_CHANGES;
    case 'VendorProbeOpened':
      return VENDOR_CHANGES;
    case 'VendorPaused': {
      const { service, vendor, automatic } = event.data;
      const goesOn = automatic && pauses.get(pauseKey(service, vendor))?.automatic;
      return goesOn ? VENDOR_CHANGES : CATALOGUE_CHANGES;
    }
    default:
      return CATALOGUE_CHANGES;
  }
}
