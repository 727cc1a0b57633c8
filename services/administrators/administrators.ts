import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { fact, type EventContext } from '../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  NO_STREAM,
  type EventStore,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import type { Permission } from '../contracts/admin/administrators.contract.js';
import type { Role } from '../contracts/services.js';
import { administratorEvent, administratorStream, type AdministratorEvent } from './administrator.events.js';
import { type AdministratorState, foldAdministrator } from './administrator.state.js';

/** Somebody who may use the administrators' side, and what of it. */
export interface Administrator {
  readonly userId: string;
  readonly role: 'admin' | 'auditor';
  /** None for an auditor. */
  readonly permissions: readonly Permission[];
  /** Whether they sign in with a second factor. */
  readonly secondFactor: boolean;
}

/** An administrator as stored, and where their stream ends with it. */
export type LoadedAdministrator = StreamHead & AdministratorState;

const KNOWN_MAX = 1_000;

/** What each administrator may, always as the ledger says at this moment: their calls are few, and a permission taken away is gone. */
@Injectable()
export class Administrators {
  /** Believed only while the stream ends where it ended. */
  private readonly known = new LRUCache<string, LoadedAdministrator>({ max: KNOWN_MAX });

  constructor(
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'append' | 'head' | 'readStream'>,
  ) {}

  /** @param person whom a session of an administrator or auditor belongs to */
  async current({ userId, role }: { readonly userId: string; readonly role: Role }): Promise<Administrator> {
    const { permissions, secondFactor } = await this.load(userId);
    const about = { userId, secondFactor: secondFactor !== undefined };
    return role === 'admin'
      ? { ...about, role, permissions }
      : { ...about, role: 'auditor', permissions: [] };
  }

  /** Nothing happens when it is so already. */
  async setPermissions(
    userId: string,
    permissions: readonly Permission[],
    context: EventContext,
  ): Promise<void> {
    await this.change(userId, ({ permissions: was }) =>
      was.toSorted().join() === permissions.toSorted().join()
        ? []
        : [fact('PermissionsChanged', { userId, permissions, was }, context)],
    );
  }

  /** Decides on what is stored, and stores what follows; again when somebody else was faster. @returns what it was decided on, and what was stored */
  async change(
    userId: string,
    decide: (administrator: LoadedAdministrator) => readonly AdministratorEvent[],
  ): Promise<{ readonly before: LoadedAdministrator; readonly events: readonly AdministratorEvent[] }> {
    const { loaded, events } = await decideAndAppend(this.store, {
      stream: administratorStream(userId),
      load: () => this.load(userId),
      decide,
    });
    return { before: loaded, events };
  }

  async load(userId: string): Promise<LoadedAdministrator> {
    const stream = administratorStream(userId);
    const known = this.known.get(userId);
    if (known) {
      const { revision, hash } = await this.store.head(stream);
      if (known.revision === revision && known.hash === hash) return known;
    }
    const events = await this.store.readStream(stream);
    const { revision, hash } = events.at(-1) ?? NO_STREAM;
    const loaded = { revision, hash, ...foldAdministrator(events.map(administratorEvent)) };
    this.known.set(userId, loaded);
    return loaded;
  }
}
