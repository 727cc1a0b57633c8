import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type EventContext, SYSTEM } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Sessions } from '../../customers/login/sessions.js';
import { Users } from '../../customers/users.js';
import { Administrators } from '../administrators.js';
import type { AccessCommand } from './access.decider.js';

export class ChangeAccess extends Command<{ readonly changed: boolean }> {
  constructor(
    readonly userId: string,
    readonly command: AccessCommand,
    readonly context: EventContext,
  ) {
    super();
  }
}

export class SignOutAdministrator extends Command<void> {
  constructor(
    readonly userId: string,
    readonly context: EventContext,
  ) {
    super();
  }
}

export class EndAdministratorSession extends Command<void> {
  constructor(
    readonly userId: string,
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

  /** @throws RuleBroken(ADMINISTRATOR_NOT_FOUND), and what `decideAccess` throws */
  async execute({ userId, command, context }: ChangeAccess): Promise<{ readonly changed: boolean }> {
    const person = await administratorBy(this.users, userId);
    const following = { ...context, actor: SYSTEM };
    const endSessions = () => signOut(this.users, this.sessions, userId, following);
    // End sessions before the account becomes valid again. A crash during `Suspend` may have left sessions
    // open.
    if (command.type === 'Reinstate' && (await this.administrators.standing(person)).suspended)
      await endSessions();
    const changed = await this.administrators.decide(command, person, context);
    // End sessions even without a change, because an interrupted command may have left some open.
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

  /**
   * Ends a session. Does nothing when the session has ended already.
   * @throws RuleBroken(ADMINISTRATOR_NOT_FOUND), and what `decideAccess` throws
   */
  async execute({ userId, sessionId, context }: EndAdministratorSession): Promise<void> {
    if (userId === context.actor.id) throw new RuleBroken('ACCESS_OWN');
    const person = await administratorBy(this.users, userId);
    const open = await this.sessions.of(userId);
    if (!open.some(({ handle }) => handle === sessionId)) return;
    await this.administrators.decide({ type: 'EndSession', sessionId }, person, context);
    // End the session after the append. In the other order, a crash in between would lose the event, because
    // a repeated command finds no open session.
    await this.sessions.endByHandle(userId, sessionId);
  }
}

@CommandHandler(SignOutAdministrator)
export class SignOutAdministratorHandler implements ICommandHandler<SignOutAdministrator> {
  constructor(
    private readonly administrators: Administrators,
    private readonly users: Users,
    private readonly sessions: Sessions,
  ) {}

  /** @throws RuleBroken(ADMINISTRATOR_NOT_FOUND), and what `decideAccess` throws */
  async execute({ userId, context }: SignOutAdministrator): Promise<void> {
    if (userId === context.actor.id) throw new RuleBroken('ACCESS_OWN');
    const person = await administratorBy(this.users, userId);
    await this.administrators.decide({ type: 'SignOut' }, person, context);
    await signOut(this.users, this.sessions, userId, context);
  }
}

async function administratorBy(users: Users, userId: string) {
  const role = (await users.current(userId))?.role;
  if (role === undefined || role === 'user') throw new RuleBroken('ADMINISTRATOR_NOT_FOUND');
  return { userId, role };
}

/** Stores `SignOut` first, because this event makes all earlier sessions invalid. */
async function signOut(
  users: Users,
  sessions: Sessions,
  userId: string,
  context: EventContext,
): Promise<void> {
  await users.handle(userId, { type: 'SignOut' }, context);
  await sessions.endAll(userId);
}
