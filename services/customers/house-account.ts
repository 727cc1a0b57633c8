import { Inject, Injectable } from '@nestjs/common';
import { KEY_VAULT, type KeyVault } from '../../infra/crypto/key-vault.js';
import type { Actor } from '../../infra/event-store/event-store.js';
import type { Role } from '../contracts/services.js';
import { HOUSE_USER_ID } from '../ledger/streams.js';
import { EventContexts, type Origin } from './event-contexts.js';
import type { User } from './user.state.js';

const HOUSE: User = {
  userId: HOUSE_USER_ID,
  role: 'user',
  tier: 'regular',
  emailVerified: true,
  firstName: 'House',
  lastName: 'account',
  email: '',
  phone: '',
  passwordHash: '',
  credentialEpoch: 0,
  reservedAccounts: [],
};

@Injectable()
export class HouseAccount {
  private made: Promise<void> | undefined;

  constructor(
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'createKey' | 'loadKeys'>,
    private readonly contexts: EventContexts,
  ) {}

  /**
   * Returns the user of the company's own wallet. First loads this user's key, because the key encrypts the
   * recipients of the company's purchases.
   * @throws KeysUnavailable
   */
  async buyer(): Promise<User> {
    this.made ??= this.vault.createKey(HOUSE_USER_ID);
    await this.made.catch((error: unknown) => {
      this.made = undefined;
      throw error;
    });
    await this.vault.loadKeys([HOUSE_USER_ID]);
    return HOUSE;
  }

  async actorOf({ userId, role, origin }: HouseCaller): Promise<Actor> {
    const { actor } = await this.contexts.of({ userId, role }, origin ?? NOWHERE);
    return actor;
  }
}

interface HouseCaller {
  readonly userId: string;
  readonly role: Role;
  readonly origin?: Origin;
}

const NOWHERE: Origin = { address: '', device: '' };
