import { Body, Controller, Inject, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { SendCode } from '../../accounts/send-code.handler.js';
import { SignUp } from '../../accounts/sign-up.handler.js';
import type { User } from '../../accounts/user.state.js';
import { VerifyEmailCode } from '../../accounts/verify-email-code.handler.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { localPhone } from '../../contracts/phones.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { storyOf, visitorStory } from '../story-of.js';

/** Seconds a page waits before it offers to send another code. */
export const RESEND_AFTER_SECONDS = 30;

/** From a visitor to a customer whose email is known to be theirs. */
@Controller()
export class RegistrationController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'reserveAccount'>,
    private readonly commands: CommandBus,
  ) {}

  @Serves('register')
  async register(
    @Body() { email, fname, lname, phone_number, password1 }: CallInput<'register'>,
    @Req() request: FastifyRequest,
  ): Promise<CallAnswer<'register'>> {
    const phone = localPhone(phone_number);
    const person = { email, firstName: fname, lastName: lname, phone, password: password1 };
    await this.commands.execute(new SignUp(person, request.ip, visitorStory()));
    return {
      status: true,
      message: 'Registration successful! We have sent you a mail. Log in to verify your email.',
    };
  }

  @Serves('resendVerificationCode')
  async resend(
    @CallerOf() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<CallAnswer<'resendVerificationCode'>> {
    const order = new SendCode(caller.userId, 'email', request.ip, storyOf(caller));
    const { sent } = await this.commands.execute(order);
    const message = sent ? 'Verification code resent successfully!' : 'Your email is verified already.';
    return { status: true, message, retry_after: sent ? RESEND_AFTER_SECONDS : 0 };
  }

  @Serves('verifyEmail')
  async verify(
    @CallerOf() caller: Caller,
    @Body() { otp_code }: CallInput<'verifyEmail'>,
  ): Promise<CallAnswer<'verifyEmail'>> {
    const verified = new VerifyEmailCode(caller.userId, otp_code, storyOf(caller));
    const user: User = await this.commands.execute(verified);
    // The provider may take its time, and is asked again by itself.
    void this.deps.reserveAccount(user);
    return { status: true, message: 'Email verified successfully!' };
  }
}
