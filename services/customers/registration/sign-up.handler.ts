import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LegalPages, type ShownVersions } from '../../brand/legal/legal-pages.js';
import { unlessOverloaded } from '../login/bounded-work.js';
import { CodeLimits, withConstantDuration } from '../login/code-limits.js';
import { refuseGuessable } from '../login/guessable-passwords.js';
import { Codes } from '../mailed-codes/codes.js';
import { CreateUser, CreateUserHandler, type NewPerson } from './create-user.handler.js';
import { Users } from '../users.js';
import { type EventContext } from '../../../infra/event-store/event-context.js';

/** Number of durable writes (key, claim of the email, wallet) that are made only when the email is new. */
const STEPS_OF_A_NEWCOMER = 3;

/**
 * Registers a person and mails a code. When the email is taken, the answer is the same, and the
 * owner of the email gets a mail.
 */
export class SignUp extends Command<void> {
  constructor(
    readonly person: Omit<NewPerson, 'role' | 'tier' | 'accepted'>,
    readonly address: string,
    readonly context: EventContext,
    /** Versions of the legal pages that the form showed. */
    readonly shown: ShownVersions = {},
  ) {
    super();
  }
}

@CommandHandler(SignUp)
export class SignUpHandler implements ICommandHandler<SignUp> {
  constructor(
    private readonly users: Users,
    private readonly register: CreateUserHandler,
    private readonly codes: Codes,
    private readonly limits: CodeLimits,
    private readonly legalPages: LegalPages,
  ) {}

  /** @throws RuleBroken PASSWORD_GUESSABLE, TERMS_CHANGED, RATE_LIMITED, OVERLOADED */
  async execute({ person, address, context, shown }: SignUp): Promise<void> {
    refuseGuessable(person.password, person);
    const accepted = await this.legalPages.requireShown(shown);
    await this.limits.takeMail('registration', person.email, { address });
    await withConstantDuration(async () => {
      const newcomer = { ...person, role: 'user', tier: 'regular', accepted } as const;
      const code = this.codes.create('email', context.now);
      const { userId, isNew } = await unlessOverloaded(
        this.register.execute(new CreateUser(newcomer, context, code)),
        () => this.limits.giveBackMail('registration', person.email, { address }),
      );
      if (isNew) return;
      await this.users.handle(userId, { type: 'NoteRepeatedRegistration' }, context);
      await this.limits.countInVain(STEPS_OF_A_NEWCOMER);
    });
  }
}
