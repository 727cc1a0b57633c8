import { Inject, Injectable } from '@nestjs/common';
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
import { administratorEvent, administratorStream } from './administrator.events.js';

/** Somebody who may use the administrators' side, and what of it. */
export interface Administrator {
  readonly userId: string;
  readonly role: 'admin' | 'auditor';
  /** None for an auditor. */
  readonly permissions: readonly Permission[];
}

/** Whoever was made an administrator before there were permissions may everything. */
const OF_BEFORE: readonly Permission[] = ['owner'];

type Permissions = StreamHead & { readonly permissions: readonly Permission[] };

/** What each administrator may, always as the ledger says at this moment: their calls are few, and a permission taken away is gone. */
@Injectable()
export class Administrators {
  constructor(@Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'append' | 'readStream'>) {}

  /** @param person whom a session of an administrator or auditor belongs to */
  async current({ userId, role }: { readonly userId: string; readonly role: Role }): Promise<Administrator> {
    if (role !== 'admin') return { userId, role: 'auditor', permissions: [] };
    const { permissions } = await this.load(userId);
    return { userId, role, permissions };
  }

  /** Nothing happens when it is so already. */
  async setPermissions(
    userId: string,
    permissions: readonly Permission[],
    context: EventContext,
  ): Promise<void> {
    await decideAndAppend(this.store, {
      stream: administratorStream(userId),
      load: () => this.load(userId),
      decide: ({ permissions: was }) =>
        was.toSorted().join() === permissions.toSorted().join()
          ? []
          : [fact('PermissionsChanged', { userId, permissions, was }, context)],
    });
  }

  private async load(userId: string): Promise<Permissions> {
    const events = await this.store.readStream(administratorStream(userId));
    const { revision, hash } = events.at(-1) ?? NO_STREAM;
    const last = events.map(administratorEvent).findLast((event) => event !== undefined);
    return { revision, hash, permissions: last?.data.permissions ?? OF_BEFORE };
  }
}
