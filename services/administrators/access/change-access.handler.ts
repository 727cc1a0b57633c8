import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type EventContext, SYSTEM } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Sessions } from '../../customers/login/sessions.js';
import { Users } from '../../customers/users.js';
import { Administrators } from '../administrators.js';
import type { AccessCommand } from './access.decider.js';

/** An owner decides on the access of a colleague. */
export class ChangeAccess extends Command<{ readonly changed: boolean }> {
  constructor(
    readonly userId: string,
    readonly command: AccessCommand,
    readonly context: EventContext,
  ) {
    super();
  }
}

/** An owner signs a colleague out everywhere. */
export class SignOutAdministrator extends Command<void> {
  constructor(
    readonly userId: string,
    readonly context: EventContext,
  ) {
    super();
  }
}

/** An owner signs a colleague out of one browser. */
export class EndAdministratorSession extends Command<void> {
  constructor(
    readonly userId: string,
    /** Handle of the session, as `Sessions.of` tells it. */
    readonly sessionId: string,
    readonly context: EventContext,
  ) {
    super();
  }
}

const ENDS_SESSIONS: ReadonlySet<AccessCommand['type']> = new Set<AccessCommand['type']>([
  'Suspend',
  'ResetSecondFactor',
]);

@CommandHandler(ChangeAccess)
export class ChangeAccessHandler implements ICommandHandler<ChangeAccess> {
  constructor(
    private readonly administrators: Administrators,
    private readonly users: Users,
    private readonly sessions: Sessions,
  ) {}

  /** @throws RuleBroken(ADMINISTRATOR_NOT_FOUND | PERMISSION_MISSING | ACCESS_OWN | STALE_EDIT) */
  async execute({ userId, command, context }: ChangeAccess): Promise<{ readonly changed: boolean }> {
    const person = await administratorBy(this.users, userId);
    // The decision stands in the log; what follows from it needs no entry of its own there.
    const following = { ...context, actor: SYSTEM };
    const endSessions = () => signOut(this.users, this.sessions, userId, following);
    // A fault between a suspension and its end of sessions left them: they must not come back with the access.
    if (command.type === 'Reinstate' && (await this.administrators.standing(person)).suspended)
      await endSessions();
    const changed = await this.administrators.decide(command, person, context);
    // The fact comes first, and again when it was so already: the answer to whoever asks again may be what a fault took.
    if (ENDS_SESSIONS.has(command.type)) await endSessions();
    return { changed };
  }
}

@CommandHandler(EndAdministratorSession)
export class EndAdministratorSessionHandler implements ICommandHandler<EndAdministratorSession> {
  constructor(
    private readonly administrators: Administrators,
    private readonly users: Users,
    private readonly sessions: Sessions,
  ) {}

  /** Nothing when it has ended by itself. @throws RuleBroken(ADMINISTRATOR_NOT_FOUND | PERMISSION_MISSING | ACCESS_OWN) */
  async execute({ userId, sessionId, context }: EndAdministratorSession): Promise<void> {
    if (userId === context.actor.id) throw new RuleBroken('ACCESS_OWN');
    const person = await administratorBy(this.users, userId);
    const open = await this.sessions.of(userId);
    if (!open.some(({ handle }) => handle === sessionId)) return;
    await this.administrators.decide({ type: 'EndSession', sessionId }, person, context);
    // The fact comes first, and this again when a fault between the two left it open.
    await this.sessions.endByHandle(userId, sessionId);
  }
}

@CommandHandler(SignOutAdministrator)
export class SignOutAdministratorHandler implements ICommandHandler<SignOutAdministrator> {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
  ) {}

  /** @throws RuleBroken(ADMINISTRATOR_NOT_FOUND | ACCESS_OWN) */
  async execute({ userId, context }: SignOutAdministrator): Promise<void> {
    if (userId === context.actor.id) throw new RuleBroken('ACCESS_OWN');
    await administratorBy(this.users, userId);
    await signOut(this.users, this.sessions, userId, context);
  }
}

async function administratorBy(users: Users, userId: string) {
  const role = (await users.current(userId))?.role;
  if (role === undefined || role === 'user') throw new RuleBroken('ADMINISTRATOR_NOT_FOUND');
  return { userId, role };
}

/** The fact comes first: every session of before is void by it, also one that is just beginning. */
async function signOut(
  users: Users,
  sessions: Sessions,
  userId: string,
  context: EventContext,
): Promise<void> {
  await users.handle(userId, { type: 'SignOut' }, context);
  await sessions.endAll(userId);
}
