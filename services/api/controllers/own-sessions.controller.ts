import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { lagosIso } from '../../contracts/fields/lagos-day.js';
import { EndOwnSession, ListSessions } from '../../customers/login/person-sessions.js';
import type { Session } from '../../customers/login/live-session.js';
import { Sessions } from '../../customers/login/sessions.js';
import { EndPush } from '../../customers/push/push-devices.handlers.js';
import { CallerOf, type Caller } from '../guards/caller.js';
import { Serves } from '../guards/route-rules.js';

/** The browsers that a customer is signed in with. */
@Controller()
export class OwnSessionsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly sessions: Sessions,
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
        started_at: isoOf(startedAt),
        last_seen_at: isoOf(lastSeenAt),
      })),
    };
  }

  @Serves('endSession')
  async end(
    @CallerOf() { userId }: Caller,
    @Body() { id }: CallInput<'endSession'>,
  ): Promise<CallAnswer<'endSession'>> {
    await this.commands.execute(new EndOwnSession(userId, id));
    await this.commands.execute(new EndPush(userId, { ended: id }));
    return { status: true, message: 'This browser is signed out.' };
  }

  @Serves('endOtherSessions')
  async endOthers(@CallerOf() caller: Caller): Promise<CallAnswer<'endOtherSessions'>> {
    const { id } = sessionOf(caller);
    await this.sessions.endOthers(caller.userId, id);
    await this.commands.execute(new EndPush(caller.userId, { kept: this.sessions.handleOf(id) }));
    return { status: true, message: 'All other browsers are signed out.' };
  }
}

const isoOf = (milliseconds: number): string => lagosIso(new Date(milliseconds).toISOString());

/** @throws RuleBroken(SESSION_EXPIRED) */
function sessionOf({ session }: Caller): Session {
  if (!session) throw new RuleBroken('SESSION_EXPIRED');
  return session;
}
