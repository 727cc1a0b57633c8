import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Role } from '../../contracts/services.js';
import { EventContexts, type Origin } from '../event-contexts.js';
import { RevokePasskeys } from '../passkeys/change-passkeys.handler.js';
import { EndPush } from '../push/push-devices.handlers.js';
import type { Session } from './live-session.js';
import { Sessions, type StartedSession } from './sessions.js';

// Ends a session and its push subscription. The subscription ends first. In the other order, a crash in between
// would leave the subscription for ever. The session ends even when the ledger is unavailable.

export class EndSession extends Command<void> {
  constructor(readonly token: string) {
    super();
  }
}

@CommandHandler(EndSession)
export class EndSessionHandler implements ICommandHandler<EndSession> {
  constructor(
    private readonly sessions: Sessions,
    private readonly commands: CommandBus,
  ) {}

  async execute({ token }: EndSession): Promise<void> {
    const session = await this.sessions.find(token);
    try {
      if (session?.role === 'user')
        await this.commands.execute(
          new EndPush(session.userId, { ended: this.sessions.handleOf(session.id) }),
        );
    } finally {
      await this.sessions.end(token);
    }
  }
}

export class EndOwnSession extends Command<void> {
  constructor(
    readonly userId: string,
    readonly handle: string,
  ) {
    super();
  }
}

@CommandHandler(EndOwnSession)
export class EndOwnSessionHandler implements ICommandHandler<EndOwnSession> {
  constructor(
    private readonly sessions: Sessions,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Ends another session of the same person.
   * @throws RuleBroken(SESSION_NOT_FOUND) when the person has no such session
   */
  async execute({ userId, handle }: EndOwnSession): Promise<void> {
    let ended = false;
    try {
      await this.commands.execute(new EndPush(userId, { ended: handle }));
    } finally {
      ended = await this.sessions.endByHandle(userId, handle);
    }
    if (!ended) throw new RuleBroken('SESSION_NOT_FOUND');
  }
}

export class EndOtherSessions extends Command<void> {
  constructor(
    readonly userId: string,
    readonly keptId: string,
  ) {
    super();
  }
}

@CommandHandler(EndOtherSessions)
export class EndOtherSessionsHandler implements ICommandHandler<EndOtherSessions> {
  constructor(
    private readonly sessions: Sessions,
    private readonly commands: CommandBus,
  ) {}

  async execute({ userId, keptId }: EndOtherSessions): Promise<void> {
    try {
      await this.commands.execute(new EndPush(userId, { kept: this.sessions.handleOf(keptId) }));
    } finally {
      await this.sessions.endOthers(userId, keptId);
    }
  }
}

/**
 * Ends all sessions and revokes all passkeys of a person, because the person may have lost a
 * device.
 */
export class EndAllSessions extends Command<void> {
  constructor(
    readonly person: { readonly userId: string; readonly role: Role },
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(EndAllSessions)
export class EndAllSessionsHandler implements ICommandHandler<EndAllSessions> {
  constructor(
    private readonly sessions: Sessions,
    private readonly commands: CommandBus,
  ) {}

  async execute({ person: { userId, role }, context }: EndAllSessions): Promise<void> {
    try {
      if (role === 'user') {
        await this.commands.execute(new RevokePasskeys(userId, 'signed-out', context));
        await this.commands.execute(new EndPush(userId, { kept: undefined }));
      }
    } finally {
      await this.sessions.endAll(userId);
    }
  }
}

/**
 * Replaces a session by a new session with new tokens. With `everywhere`, all other sessions of the person end
 * too.
 */
export class RenewSession extends Command<StartedSession> {
  constructor(
    readonly session: Session | undefined,
    readonly origin: Origin,
    readonly everywhere: boolean,
  ) {
    super();
  }
}

@CommandHandler(RenewSession)
export class RenewSessionHandler implements ICommandHandler<RenewSession> {
  constructor(
    private readonly sessions: Sessions,
    private readonly contexts: EventContexts,
    private readonly commands: CommandBus,
  ) {}

  /**
   * @throws RuleBroken(SESSION_EXPIRED) when the session has ended, or when the password was
   * changed after it began
   */
  async execute({ session, origin, everywhere }: RenewSession): Promise<StartedSession> {
    if (!session) throw new RuleBroken('SESSION_EXPIRED');
    const { id, userId, role, epoch: credentialEpoch } = session;
    const which = everywhere ? { kept: undefined } : { ended: this.sessions.handleOf(id) };
    try {
      await this.commands.execute(new EndPush(userId, which));
    } finally {
      if (everywhere) await this.sessions.endAll(userId);
      else await this.sessions.endById(id);
    }
    const sealed = await this.contexts.coarseOrigin({ userId, role }, origin);
    return this.sessions.start({ userId, role, credentialEpoch }, undefined, sealed);
  }
}
