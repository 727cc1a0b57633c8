import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Users } from '../users.js';
import type { Passkey } from './passkey.state.js';
import { Passkeys } from './passkeys.js';

export interface ListedPasskeys {
  /** True when browsers allow passkeys on the site of `PUBLIC_URL`. */
  readonly available: boolean;
  readonly passkeys: readonly Passkey[];
}

export class ListPasskeys extends Query<ListedPasskeys> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ListPasskeys)
export class ListPasskeysHandler implements IQueryHandler<ListPasskeys> {
  constructor(
    private readonly users: Users,
    private readonly passkeys: Passkeys,
  ) {}

  async execute({ userId }: ListPasskeys): Promise<ListedPasskeys> {
    const user = await this.users.byId(userId);
    return { available: this.passkeys.relyingParty !== undefined, passkeys: user?.passkeys ?? [] };
  }
}
