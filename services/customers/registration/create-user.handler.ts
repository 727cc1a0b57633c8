import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EVENT_STORE, RevisionConflict, type EventStore } from '../../../infra/event-store/event-store.js';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import { randomUUID } from '../../../infra/host/chance.js';
import { storedText } from '../../contracts/fields/plain-text.js';
import type { Role, Tier } from '../../contracts/services.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { Passwords } from '../login/passwords.js';
import { emailStream } from '../user.events.js';
import type { TermsAccepted } from '../user.events.js';
import type { IssuedCode, PersonalData } from '../user.state.js';
import { normaliseEmail } from '../email-claims.js';
import { Users } from '../users.js';
import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { fact, type EventContext } from '../../../infra/event-store/event-context.js';

export interface NewPerson {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly role: Role;
  readonly tier: Tier;
  /** Versions of legal pages that the person accepted. */
  readonly accepted?: Omit<TermsAccepted, 'userId'>;
}

export interface CreatedUser {
  readonly userId: string;
  readonly isNew: boolean;
}

/** Creates a user. Repeating the command finishes a creation that was interrupted. */
export class CreateUser extends Command<CreatedUser> {
  constructor(
    readonly person: NewPerson,
    readonly context: EventContext,
    readonly code?: IssuedCode,
    readonly promisedId?: string,
  ) {
    super();
  }
}

@CommandHandler(CreateUser)
export class CreateUserHandler implements ICommandHandler<CreateUser> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly wallets: WalletStreams,
  ) {}

  async execute({ person, context, code, promisedId }: CreateUser): Promise<CreatedUser> {
    // Hash the password even when the email is taken. Hashing is the slowest step, so an answer
    // without it would reveal that the account exists.
    const passwordHash = await this.passwords.hash(person.password);
    const userId = await this.claimEmail(person.email, context, promisedId);
    if (promisedId !== undefined && userId !== promisedId) return { userId, isNew: false };
    const existing = await this.users.byId(userId);
    const isNew = existing === undefined && (await this.create(userId, person, passwordHash, context, code));
    await this.wallets.handle(userId, { type: 'OpenWallet' }, context);
    return { userId, isNew };
  }

  /**
   * Makes the key of a new user, and then claims the email. The key comes first, because personal data can be
   * stored only with a key.
   */
  private async claimEmail(email: string, context: EventContext, promisedId?: string): Promise<string> {
    const { owner, head } = await this.users.emails.toClaim(email, context);
    if (owner !== undefined) return owner;
    const userId = promisedId ?? randomUUID();
    if (promisedId === undefined) await this.vault.createKey(userId);
    const stream = emailStream(this.users.emails.mac(email));
    try {
      await appendSurely(this.store, stream, head, [fact('EmailClaimed', { userId }, context)]);
      return userId;
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
      if (promisedId === undefined) await this.vault.forget(userId);
      const faster = await this.users.emails.ownerOf(email);
      if (faster === undefined) throw error;
      return faster;
    }
  }

  private async create(
    userId: string,
    person: NewPerson,
    passwordHash: string,
    context: EventContext,
    code: IssuedCode | undefined,
  ): Promise<boolean> {
    const personal: PersonalData = {
      firstName: storedText(person.firstName).trim(),
      lastName: storedText(person.lastName).trim(),
      email: normaliseEmail(person.email),
      phone: person.phone,
      passwordHash,
    };
    const { role, tier, accepted } = person;
    const optional = { ...(code && { code }), ...(accepted && { accepted }) };
    return this.users.create({ userId, role, tier, personal, ...optional }, context);
  }
}
