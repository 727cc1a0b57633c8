import { Body, Controller, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ChangePin, type PinProof } from '../../customers/pin/change-pin.handler.js';
import { SendCode } from '../../customers/mailed-codes/send-code.handler.js';
import { SetPin } from '../../customers/pin/set-pin.handler.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { Serves } from '../guards/route-rules.js';
import type { StartedSession } from '../../customers/login/sessions.js';
import { RenewSession } from '../../customers/login/sign-out.handlers.js';
import { EventContexts } from '../../customers/event-contexts.js';
import { CallerOf, type Caller, originOf, contextOf } from '../guards/caller.js';
import { Cookies, sessionCookieOf } from '../http/cookies.js';
import { RESEND_AFTER_SECONDS } from './registration.controller.js';

@Controller()
export class PinController {
  constructor(
    private readonly contexts: EventContexts,
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
    const context = await this.contexts.of(caller, originOf(request));
    await this.commands.execute(new SetPin(caller.userId, transaction_pin, context, caller.session?.epoch));
    const replaced = await this.replace(caller, { request, reply }, false);
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
  async request(@CallerOf() caller: Caller): Promise<CallAnswer<'requestPinReset'>> {
    await this.commands.execute(new SendCode(caller.userId, 'pin', contextOf(caller)));
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
    const context = await this.contexts.of(caller, originOf(request));
    await this.commands.execute(new ChangePin(caller.userId, proof, pin, context, caller.session?.epoch));
    const replaced = await this.replace(caller, { request, reply }, true);
    return { status: true, message: 'Transaction pin changed successfully!', ...replaced };
  }

  /**
   * Ends the current session and starts a new session with new tokens. With `everywhere`, all
   * sessions of the user end.
   */
  private async replace(
    { role, session }: Caller,
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    everywhere: boolean,
  ): Promise<{ readonly access_token: string }> {
    const origin = originOf(request);
    const started: StartedSession = await this.commands.execute(
      new RenewSession(session, origin, everywhere),
    );
    this.cookies.startSession(reply, sessionCookieOf(role), started);
    return { access_token: started.accessToken };
  }
}
