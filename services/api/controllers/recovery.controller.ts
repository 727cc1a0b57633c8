import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ChangeOwnPassword } from '../../accounts/change-own-password.handler.js';
import type { PasswordProof } from '../../accounts/change-own-password.handler.js';
import { FinishRecovery } from '../../accounts/finish-recovery.handler.js';
import { StartRecovery, type StartedRecovery } from '../../accounts/start-recovery.handler.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Cookies, cookieOf } from '../cookies.js';
import { originOf, visitorStory } from '../story-of.js';
import { RESEND_AFTER_SECONDS } from './registration.controller.js';

const CHANGED = 'Password changed successfully!';

/** Another password: for who forgot it, and for who is signed in. All sessions end with the old one. */
@Controller()
export class RecoveryController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'stories'>,
    private readonly commands: CommandBus,
    private readonly cookies: Cookies,
  ) {}

  @Serves('forgotPassword')
  async forgot(
    @Body() { email }: CallInput<'forgotPassword'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'forgotPassword'>> {
    const begin = new StartRecovery(email, request.ip, visitorStory());
    const started: StartedRecovery = await this.commands.execute(begin);
    reply.header('set-cookie', this.cookies.recovery(started.cookie));
    return {
      status: true,
      message: 'If this email has an account, a reset code is on its way to it.',
      retry_after: RESEND_AFTER_SECONDS,
    };
  }

  @Serves('resetPassword')
  async reset(
    @Body() { resetCode, password1, email }: CallInput<'resetPassword'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'resetPassword'>> {
    const proof = { cookie: this.recoveryCookie(request), email: email ?? undefined, code: resetCode };
    await this.commands.execute(new FinishRecovery(proof, password1, originOf(request), new Date()));
    this.signedOut(reply);
    return { status: true, message: CHANGED };
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
      code: resetCode ?? undefined,
      recoveryCookie: this.recoveryCookie(request),
    };
    const story = await this.deps.stories.of(caller, originOf(request));
    await this.commands.execute(new ChangeOwnPassword(caller.userId, proof, password1, story));
    this.signedOut(reply);
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
    const story = await this.deps.stories.of(caller, originOf(request));
    await this.commands.execute(new ChangeOwnPassword(caller.userId, proof, new_password, story));
    this.signedOut(reply);
    return { status: true, message: CHANGED };
  }

  private recoveryCookie(request: FastifyRequest): string | undefined {
    return cookieOf(request.headers.cookie, this.cookies.nameOf('recovery'));
  }

  private signedOut(reply: FastifyReply): void {
    reply.header('set-cookie', [...this.cookies.forget('session'), this.cookies.forgetRecovery()]);
  }
}
