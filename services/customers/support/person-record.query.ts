import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Sessions, type SessionSeen } from '../login/sessions.js';
import { userStream } from '../user.events.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';

/** Event of a person's account. Its time is ISO 8601 in UTC. */
interface PersonEvent {
  readonly type: string;
  readonly at: string;
  readonly by: { readonly kind: string; readonly id: string };
  readonly reason?: string;
}

interface PersonDevice {
  readonly device: string;
  readonly address: string;
  readonly lastSeenAt: string;
}

export interface PersonRecord {
  readonly user: User;
  /** Newest first. */
  readonly events: readonly PersonEvent[];
  readonly sessions: readonly SessionSeen[];
  readonly devices: readonly PersonDevice[];
}

export class GetPersonRecord extends Query<PersonRecord> {
  constructor(readonly userId: string) {
    super();
  }
}

const EVENTS_MAX = 50;

@QueryHandler(GetPersonRecord)
export class GetPersonRecordHandler implements IQueryHandler<GetPersonRecord> {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'readStream'>,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'open' | 'loadKeys'>,
  ) {}

  /** @throws RuleBroken(USER_NOT_FOUND) */
  async execute({ userId }: GetPersonRecord): Promise<PersonRecord> {
    const user = await this.users.current(userId);
    if (user?.role !== 'user') throw new RuleBroken('USER_NOT_FOUND');
    const recorded = await this.store.readStream(userStream(userId), {
      direction: 'backwards',
      limit: EVENTS_MAX,
    });
    await this.vault.loadKeys([userId]);
    const devices = new Map<string, PersonDevice>();
    for (const { actor, at } of recorded) {
      const origin = actor.id === userId && actor.sealed ? this.vault.open(userId, actor.sealed) : undefined;
      if (!origin) continue;
      const seen = { device: String(origin['device']), address: String(origin['address']), lastSeenAt: at };
      const key = `${seen.device} ${seen.address}`;
      if (!devices.has(key)) devices.set(key, seen);
    }
    const events = recorded.map(({ type, at, actor: { kind, id }, data: { reason } }) => ({
      type,
      at,
      by: { kind, id },
      ...(typeof reason === 'string' && kind === 'admin' && { reason }),
    }));
    return { user, events, sessions: await this.sessions.of(userId), devices: [...devices.values()] };
  }
}
