import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { lagosIsoAt } from '../../contracts/fields/lagos-day.js';
import { ListSessions } from '../../customers/login/list-sessions.query.js';
import { EndOtherSessions, EndOwnSession } from '../../customers/login/sign-out.handlers.js';
import type { Session } from '../../customers/login/live-session.js';
import { CallerOf, type Caller } from '../guards/caller.js';
import { Serves } from '../guards/route-rules.js';

@Controller()
export class OwnSessionsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Serves('sessions')
  async list(@CallerOf() caller: Caller): Promise<CallAnswer<'sessions'>> {
    const found = await this.queries.execute(new ListSessions(caller.userId, sessionOf(caller).id));
    return {
      status: true,
      sessions: found.map(({ handle: id, device, network, startedAt, lastSeenAt, current }) => ({
        id,
        device,
        network,
        current,
        started_at: lagosIsoAt(startedAt),
        last_seen_at: lagosIsoAt(lastSeenAt),
      })),
    };
  }

  @Serves('endSession')
  async end(
    @CallerOf() { userId }: Caller,
    @Body() { id }: CallInput<'endSession'>,
  ): Promise<CallAnswer<'endSession'>> {
    await this.commands.execute(new EndOwnSession(userId, id));
    return { status: true, message: 'This browser is signed out.' };
  }

  @Serves('endOtherSessions')
  async endOthers(@CallerOf() caller: Caller): Promise<CallAnswer<'endOtherSessions'>> {
    await this.commands.execute(new EndOtherSessions(caller.userId, sessionOf(caller).id));
    return { status: true, message: 'All other browsers are signed out.' };
  }
}

/** @throws RuleBroken(SESSION_EXPIRED) */
function sessionOf({ session }: Caller): Session {
  if (!session) throw new RuleBroken('SESSION_EXPIRED');
  return session;
}
