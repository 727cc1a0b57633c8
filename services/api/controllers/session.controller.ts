import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Login, type LoggedIn } from '../../accounts/login.handler.js';
import type { User } from '../../accounts/user.state.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Role } from '../../contracts/services.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Cookies, cookieOf, type SessionCookie } from '../cookies.js';

/** Signing in and out. The cookie is the authority; the token in the answer only proves that the page belongs to it. */
@Controller()
export class SessionController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'sessions' | 'users'>,
    private readonly commands: CommandBus,
    private readonly cookies: Cookies,
  ) {}

  @Serves('login')
  async login(
    @Body() { email, password }: CallInput<'login'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'login'>> {
    const started = await this.start('session', ['user'], { email, password }, request, reply);
    return signedIn(started.user, started.accessToken);
  }

  @Serves('adminLogin')
  async adminLogin(
    @Body() { username, password }: CallInput<'adminLogin'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'adminLogin'>> {
    const { accessToken } = await this.start(
      'admin_session',
      ['admin', 'auditor'],
      { email: username, password },
      request,
      reply,
    );
    return { status: true, message: 'Login successful.', token: accessToken };
  }

  @Serves('session')
  async session(
    @CallerOf() { session, userId }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'session'>> {
    const user = session && (await this.deps.users.byId(userId));
    if (!session || !user) throw new RuleBroken('SESSION_EXPIRED');
    reply.header('set-cookie', this.cookies.csrf(this.deps.sessions.csrfTokenFor(session)));
    return signedIn(user, this.deps.sessions.accessTokenFor(session));
  }

  @Serves('logout')
  async logout(
    @CallerOf() { session }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'logout'>> {
    const cookie: SessionCookie = session?.role === 'user' ? 'session' : 'admin_session';
    await this.endSession(cookie, request);
    reply.header('set-cookie', this.cookies.forget(cookie));
    return { status: true, message: 'You are logged out.' };
  }

  private async start(
    cookie: SessionCookie,
    roles: readonly Role[],
    { email, password }: { readonly email: string; readonly password: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<LoggedIn> {
    const started: LoggedIn = await this.commands.execute(new Login(email, password, roles, request.ip));
    // The token changes at every login: one that somebody planted before is worth nothing after.
    await this.endSession(cookie, request);
    reply.header('set-cookie', [
      this.cookies.session(cookie, started.token),
      this.cookies.csrf(started.csrfToken),
    ]);
    return started;
  }

  private async endSession(cookie: SessionCookie, request: FastifyRequest): Promise<void> {
    const token = cookieOf(request.headers.cookie, this.cookies.nameOf(cookie));
    if (token) await this.deps.sessions.end(token);
  }
}

const signedIn = (user: User, accessToken: string): CallAnswer<'login'> => ({
  status: true,
  message: 'Login successful.',
  access_token: accessToken,
  is_email_verify: user.emailVerified,
  is_transaction_pin_set: user.pinMac !== undefined,
});
