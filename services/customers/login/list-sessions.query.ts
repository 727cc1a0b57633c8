import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import { Sessions, type SessionSeen } from './sessions.js';

export interface PersonSession extends Pick<SessionSeen, 'handle' | 'startedAt' | 'lastSeenAt'> {
  readonly device: string;
  readonly network: string;
  readonly current: boolean;
}

export class ListSessions extends Query<readonly PersonSession[]> {
  constructor(
    readonly userId: string,
    readonly askingId?: string,
  ) {
    super();
  }
}

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(
    private readonly sessions: Sessions,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'open' | 'loadKeys'>,
  ) {}

  async execute({ userId, askingId }: ListSessions): Promise<readonly PersonSession[]> {
    await this.vault.loadKeys([userId]);
    const asking = askingId === undefined ? undefined : this.sessions.handleOf(askingId);
    const all = await this.sessions.of(userId);
    return all.map(({ handle, origin, startedAt, lastSeenAt }) => {
      const { device, address } = (origin === undefined ? undefined : this.vault.open(userId, origin)) ?? {};
      return {
        handle,
        startedAt,
        lastSeenAt,
        current: handle === asking,
        device: typeof device === 'string' ? device : '',
        network: typeof address === 'string' ? address : '',
      };
    });
  }
}
