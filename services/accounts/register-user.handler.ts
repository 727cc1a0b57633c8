import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EVENT_STORE, RevisionConflict, type EventStore } from '../../infra/event-store/event-store.js';
import { KEY_VAULT, type KeyVault } from '../../infra/crypto/key-vault.js';
import type { Role, Tier } from '../contracts/services.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { Passwords } from './passwords.js';
import { emailStream, type UserEvent } from './user.events.js';
import type { PersonalData } from './user.state.js';
import { normaliseEmail, Users } from './users.js';
import { fact, writeStream, type Story } from './write-stream.js';

export interface NewPerson {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly role: Role;
  readonly tier: Tier;
}

export interface Registered {
  readonly userId: string;
  /** False when the email belongs to somebody already: nothing was changed. */
  readonly isNew: boolean;
}

/**
 * Makes a person with a key, an email nobody else has, and a wallet. Each step may be found done already, so a
 * registration that a crash cut short is finished by repeating it.
 */
export class RegisterUser extends Command<Registered> {
  constructor(
    readonly person: NewPerson,
    readonly story: Story,
    /** Stored together with a person who is new. */
    readonly more: (userId: string) => readonly UserEvent[] = () => [],
  ) {
    super();
  }
}

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly wallets: WalletStreams,
  ) {}

  async execute({ person, story, more }: RegisterUser): Promise<Registered> {
    const userId = await this.claimEmail(person.email, story);
    const existing = await this.users.byId(userId);
    const isNew = existing === undefined && (await this.create(userId, person, story, more));
    await this.wallets.execute(
      userId,
      { type: 'OpenWallet' },
      { ...story, causationId: story.correlationId },
    );
    return { userId, isNew };
  }

  /** The key comes before the claim: an email is never promised to an id that cannot hold personal data. */
  private async claimEmail(email: string, story: Story): Promise<string> {
    const { owner, head } = await this.users.emailClaim(email);
    if (owner !== undefined) return owner;
    const userId = randomUUID();
    await this.vault.createKey(userId);
    const stream = emailStream(this.users.emailMac(email));
    try {
      await writeStream(this.store, stream, head, [fact('EmailClaimed', { userId }, story)]);
      return userId;
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
      await this.vault.forget(userId);
      const faster = await this.users.ownerOfEmail(email);
      if (faster === undefined) throw error;
      return faster;
    }
  }

  private async create(
    userId: string,
    person: NewPerson,
    story: Story,
    more: RegisterUser['more'],
  ): Promise<boolean> {
    const personal: PersonalData = {
      firstName: person.firstName.trim(),
      lastName: person.lastName.trim(),
      email: normaliseEmail(person.email),
      phone: person.phone,
      passwordHash: await this.passwords.hash(person.password),
    };
    const { role, tier } = person;
    await this.vault.bring([userId]);
    const sealed = this.vault.seal(userId, { ...personal });
    return this.users.create(userId, [
      fact('UserRegistered', { userId, role, tier, sealed }, story),
      ...more(userId),
    ]);
  }
}
