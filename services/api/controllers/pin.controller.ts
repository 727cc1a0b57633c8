import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ChangePin, type PinProof } from '../../accounts/change-pin.handler.js';
import { SendCode } from '../../accounts/send-code.handler.js';
import { SetPin } from '../../accounts/set-pin.handler.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Cookies } from '../cookies.js';
import { replaceSession } from '../replaced-session.js';
import { originOf, storyOf } from '../story-of.js';
import { RESEND_AFTER_SECONDS } from './registration.controller.js';

/** The transaction PIN. Whoever sets one gets a session with new tokens. */
@Controller()
export class PinController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'sessions' | 'stories'>,
    private readonly commands: CommandBus,
    private readonly cookies: Cookies,
  ) {}

  @Serves('setPin')
  async set(
    @CallerOf() caller: Caller,
    @Body() { transaction_pin }: CallInput<'setPin'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'setPin'>> {
    const story = await this.deps.stories.of(caller, originOf(request));
    await this.commands.execute(new SetPin(caller.userId, transaction_pin, story));
    const replaced = await this.replace(caller, reply, false);
    return { status: true, message: 'Transaction pin set successfully!', ...replaced };
  }

  @Serves('changePin')
  change(
    @CallerOf() caller: Caller,
    @Body() { old_pin, new_pin }: CallInput<'changePin'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'changePin'>> {
    return this.changed(caller, { how: 'old', oldPin: old_pin }, new_pin, { request, reply });
  }

  @Serves('requestPinReset')
  async request(
    @CallerOf() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<CallAnswer<'requestPinReset'>> {
    await this.commands.execute(new SendCode(caller.userId, 'pin', request.ip, storyOf(caller)));
    return {
      status: true,
      message: 'A code to reset your PIN is on its way to your email.',
      retry_after: RESEND_AFTER_SECONDS,
    };
  }

  @Serves('resetPin')
  reset(
    @CallerOf() caller: Caller,
    @Body() { password, otp_code, new_pin }: CallInput<'resetPin'>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'resetPin'>> {
    return this.changed(caller, { how: 'recovery', password, code: otp_code }, new_pin, { request, reply });
  }

  private async changed(
    caller: Caller,
    proof: PinProof,
    pin: string,
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  ): Promise<CallAnswer<'changePin'>> {
    const story = await this.deps.stories.of(caller, originOf(request));
    await this.commands.execute(new ChangePin(caller.userId, proof, pin, story));
    const replaced = await this.replace(caller, reply, true);
    return { status: true, message: 'Transaction pin changed successfully!', ...replaced };
  }

  private replace(caller: Caller, reply: FastifyReply, everywhere: boolean) {
    return replaceSession(caller, reply, { sessions: this.deps.sessions, cookies: this.cookies }, everywhere);
  }
}
