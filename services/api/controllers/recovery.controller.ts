import { Body, Controller, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { now } from '../../../infra/host/clock.js';
import { ChangeOwnPassword } from '../../customers/recovery/change-own-password.handler.js';
import type { PasswordProof, ShownCode } from '../../customers/recovery/change-own-password.handler.js';
import { FinishRecovery } from '../../customers/recovery/finish-recovery.handler.js';
import { StartRecovery, type StartedRecovery } from '../../customers/recovery/start-recovery.handler.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import type { Role } from '../../contracts/services.js';
import { Serves } from '../guards/route-rules.js';
import { EventContexts } from '../../customers/event-contexts.js';
import { CallerOf, type Caller, originOf, visitorContext } from '../guards/caller.js';
import { Cookies, DEVICE_COOKIE_OF, type SessionCookie } from '../http/cookies.js';
import { RESEND_AFTER_SECONDS } from './registration.controller.js';

const ROLES_AT: Readonly<Record<SessionCookie, readonly Role[]>> = {
  session: ['user'],
  admin_session: ['admin', 'auditor'],
};

const CHANGED = 'Password changed successfully!';

/** API calls that reset or change a password. Both end all sessions of the account. */
@Controller()
export class RecoveryController {
  constructor(
    private readonly contexts: EventContexts,
    private readonly commands: CommandBus,
    private readonly cookies: Cookies,
  ) {}

  @Serves('forgotPassword')
  async forgot(
    @Body() { email }: CallInput<'forgotPassword'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'forgotPassword'>> {
    return this.start('session', email, request, reply);
  }

  @Serves('adminForgotPassword')
  async adminForgot(
    @Body() { email }: CallInput<'adminForgotPassword'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'adminForgotPassword'>> {
    return this.start('admin_session', email, request, reply);
  }

  @Serves('resetPassword')
  async reset(
    @Body() body: CallInput<'resetPassword'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'resetPassword'>> {
    return this.finish('session', body, request, reply);
  }

  @Serves('adminResetPassword')
  async adminReset(
    @Body() body: CallInput<'adminResetPassword'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'adminResetPassword'>> {
    return this.finish('admin_session', body, request, reply);
  }

  @Serves('userPasswordChange')
  async change(
    @CallerOf() caller: Caller,
    @Body() { old_password, resetCode, password1 }: CallInput<'userPasswordChange'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'userPasswordChange'>> {
    const proof: PasswordProof = {
      oldPassword: old_password ?? undefined,
      recovery: typeof resetCode === 'string' ? this.shownCode(resetCode, request) : undefined,
    };
    const context = await this.contexts.of(caller, originOf(request));
    const device: string = await this.commands.execute(
      new ChangeOwnPassword(caller.userId, proof, password1, context, caller.session?.epoch),
    );
    this.signedOut(reply, device);
    return { status: true, message: CHANGED };
  }

  @Serves('updatePassword')
  async update(
    @CallerOf() caller: Caller,
    @Body() { old_password, new_password }: CallInput<'updatePassword'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'updatePassword'>> {
    const proof = { oldPassword: old_password };
    const context = await this.contexts.of(caller, originOf(request));
    const device: string = await this.commands.execute(
      new ChangeOwnPassword(caller.userId, proof, new_password, context, caller.session?.epoch),
    );
    this.signedOut(reply, device);
    return { status: true, message: CHANGED };
  }

  private async start(
    door: SessionCookie,
    email: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<CallAnswer<'forgotPassword'>> {
    const device = this.deviceCookie(request, door);
    const begin = new StartRecovery(email, request.ip, visitorContext(), device, ROLES_AT[door]);
    const started: StartedRecovery = await this.commands.execute(begin);
    this.cookies.setRecovery(reply, started.cookie);
    return {
      status: true,
      message: 'If this email has an account, a reset code is on its way to it.',
      retry_after: RESEND_AFTER_SECONDS,
    };
  }

  private async finish(
    door: SessionCookie,
    { resetCode, password1, email }: CallInput<'resetPassword'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<CallAnswer<'resetPassword'>> {
    const proof = { cookie: this.recoveryCookie(request), email: email ?? undefined, code: resetCode };
    const shown = this.deviceCookie(request, door);
    const device: string = await this.commands.execute(
      new FinishRecovery(proof, password1, originOf(request), now(), shown, ROLES_AT[door]),
    );
    this.signedOut(reply, device, door);
    return { status: true, message: CHANGED };
  }

  private shownCode(code: string, request: FastifyRequest): ShownCode {
    const device = this.deviceCookie(request, 'session');
    return { code, cookie: this.recoveryCookie(request), address: request.ip, device };
  }

  private recoveryCookie(request: FastifyRequest): string | undefined {
    return this.cookies.read(request, 'recovery');
  }

  private deviceCookie(request: FastifyRequest, door: SessionCookie): string | undefined {
    return this.cookies.read(request, DEVICE_COOKIE_OF[door]);
  }

  /** Marks the browser as known, because the person at the browser has just proven their identity. */
  private signedOut(reply: FastifyReply, device: string, door: SessionCookie = 'session'): void {
    this.cookies.forgetSession(reply, door);
    this.cookies.forgetRecovery(reply);
    this.cookies.setDevice(reply, DEVICE_COOKIE_OF[door], device);
  }
}
