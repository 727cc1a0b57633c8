import { Body, Controller, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { SecondFactors } from '../../administrators/second-factor/second-factors.js';
import { Administrators } from '../../administrators/administrators.js';
import { Visits } from '../../administrators/visits/visits.js';
import { Login, type LoggedIn } from '../../customers/login/login.handler.js';
import type { User } from '../../customers/user.state.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Role } from '../../contracts/services.js';
import { Serves } from '../guards/route-rules.js';
import { Sessions } from '../../customers/login/sessions.js';
import { EndSession } from '../../customers/login/sign-out.handlers.js';
import { EventContexts } from '../../customers/event-contexts.js';
import { Users } from '../../customers/users.js';
import { CallerOf, type Caller, originOf } from '../guards/caller.js';
import { WrittenPositions } from '../written-positions.js';
import { Cookies, DEVICE_COOKIE_OF, sessionCookieOf, type SessionCookie } from '../http/cookies.js';

/**
 * The cookie proves the session. `accessToken` proves nothing and only tells which session the page belongs
 * to.
 */
@Controller()
export class SessionController {
  constructor(
    private readonly sessions: Sessions,
    private readonly users: Users,
    private readonly commands: CommandBus,
    private readonly cookies: Cookies,
    private readonly administrators: Administrators,
    private readonly secondFactors: SecondFactors,
    private readonly contexts: EventContexts,
    private readonly written: WrittenPositions,
    private readonly visits: Visits,
  ) {}

  @Serves('login')
  async login(
    @Body() { email, password }: CallInput<'login'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'login'>> {
    const sealOrigin: Login['sealOrigin'] = (person) => this.contexts.coarseOrigin(person, originOf(request));
    const started = await this.start(
      'session',
      ['user'],
      { email, password },
      request,
      reply,
      undefined,
      sealOrigin,
    );
    return signedIn(started.user, started.accessToken);
  }

  @Serves('adminLogin')
  async adminLogin(
    @Body() { username, password, code, passkey }: CallInput<'adminLogin'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'adminLogin'>> {
    const attempt = this.cookies.read(request, 'admin_attempt') ?? '';
    const shown = passkey ? { answer: passkey, attempt } : (code ?? undefined);
    const contextFor = (person: User): Promise<EventContext> => this.contexts.of(person, originOf(request));
    const { accessToken, token, user } = await this.start(
      'admin_session',
      ['admin', 'auditor'],
      { email: username, password },
      request,
      reply,
      async (person) => this.secondFactors.prove(person, shown, await contextFor(person)),
      async (person) => (await contextFor(person)).actor.sealed,
    ).catch((error: unknown) => {
      this.visits.noteRefusal(error, username, originOf(request));
      throw error;
    });
    try {
      await this.visits.signedIn(await contextFor(user), originOf(request));
    } catch (error) {
      // End the session, because its sign-in event could not be stored.
      await this.commands.execute(new EndSession(token)).catch(() => undefined);
      this.cookies.forgetSession(reply, 'admin_session');
      throw error;
    }
    if (passkey) this.cookies.forgetAttempt(reply);
    // Note the position of the sign-in in the log, so that the next activity log includes the sign-in.
    this.written.note(user.userId);
    const administrator = await this.administrators.current(user);
    const { role, permissions } = administrator;
    return {
      status: true,
      message: 'Login successful.',
      token: accessToken,
      first_name: user.firstName,
      role,
      permissions: [...permissions],
      must_enrol: this.secondFactors.mustEnrol(administrator),
    };
  }

  @Serves('session')
  async session(
    @CallerOf() { session, userId, administrator }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'session'>> {
    const user = session && (await this.users.byId(userId));
    if (!session || !user) throw new RuleBroken('SESSION_EXPIRED');
    this.cookies.setCsrf(reply, sessionCookieOf(session.role), this.sessions.csrfFor(session));
    const answer = signedIn(user, this.sessions.accessTokenFor(session));
    if (!administrator) return answer;
    const { role, permissions } = administrator;
    return {
      ...answer,
      first_name: user.firstName,
      role,
      permissions: [...permissions],
      must_enrol: this.secondFactors.mustEnrol(administrator),
    };
  }

  @Serves('logout')
  async logout(
    @CallerOf() { session }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'logout'>> {
    const cookie = sessionCookieOf(session?.role ?? 'user');
    await this.endSession(cookie, request);
    this.cookies.forgetSession(reply, cookie);
    return { status: true, message: 'You are logged out.' };
  }

  private async start(
    cookie: SessionCookie,
    roles: readonly Role[],
    { email, password }: { readonly email: string; readonly password: string },
    request: FastifyRequest,
    reply: FastifyReply,
    prove?: Login['prove'],
    sealOrigin?: Login['sealOrigin'],
  ): Promise<LoggedIn> {
    const deviceCookie = DEVICE_COOKIE_OF[cookie];
    const device = this.cookies.read(request, deviceCookie);
    const started: LoggedIn = await this.commands.execute(
      new Login(email, password, roles, request.ip, device, prove, sealOrigin),
    );
    // End the browser's earlier session, so that a session cookie planted by an attacker becomes useless.
    await this.endSession(cookie, request);
    this.cookies.startSession(reply, cookie, started);
    this.cookies.setDevice(reply, deviceCookie, started.device);
    return started;
  }

  private async endSession(cookie: SessionCookie, request: FastifyRequest): Promise<void> {
    const token = this.cookies.read(request, cookie);
    if (token) await this.commands.execute(new EndSession(token));
  }
}

const signedIn = (user: User, accessToken: string): CallAnswer<'login'> => ({
  status: true,
  message: 'Login successful.',
  access_token: accessToken,
  is_email_verify: user.emailVerified,
  is_transaction_pin_set: user.pinMac !== undefined,
});
