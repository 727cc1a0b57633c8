import { Body, Controller, Inject, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { SendCode } from '../../customers/mailed-codes/send-code.handler.js';
import { SignUp } from '../../customers/registration/sign-up.handler.js';
import type { User } from '../../customers/user.state.js';
import { VerifyEmailCode } from '../../customers/registration/verify-email.handler.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { localPhone } from '../../contracts/fields/phones.js';
import { Serves } from '../guards/route-rules.js';
import { FUNDING } from '../../funding/funding.service.js';
import type { FundingService } from '../../funding/funding.service.js';
import { CallerOf, type Caller, contextOf, visitorContext } from '../guards/caller.js';

export const RESEND_AFTER_SECONDS = 30;

@Controller()
export class RegistrationController {
  constructor(
    @Inject(FUNDING) private readonly funding: FundingService,
    private readonly commands: CommandBus,
  ) {}

  @Serves('register')
  async register(
    @Body() { email, fname, lname, phone_number, password1, accepted }: CallInput<'register'>,
    @Req() request: FastifyRequest,
  ): Promise<CallAnswer<'register'>> {
    const phone = localPhone(phone_number);
    const person = { email, firstName: fname, lastName: lname, phone, password: password1 };
    await this.commands.execute(new SignUp(person, request.ip, visitorContext(), accepted));
    return {
      status: true,
      message: 'Registration successful! We have sent you a mail. Log in to verify your email.',
    };
  }

  @Serves('resendVerificationCode')
  async resend(@CallerOf() caller: Caller): Promise<CallAnswer<'resendVerificationCode'>> {
    const command = new SendCode(caller.userId, 'email', contextOf(caller));
    const { sent } = await this.commands.execute(command);
    const message = sent ? 'Verification code resent successfully!' : 'Your email is verified already.';
    return { status: true, message, retry_after: sent ? RESEND_AFTER_SECONDS : 0 };
  }

  @Serves('verifyEmail')
  async verify(
    @CallerOf() caller: Caller,
    @Body() { otp_code }: CallInput<'verifyEmail'>,
  ): Promise<CallAnswer<'verifyEmail'>> {
    const verified = new VerifyEmailCode(caller.userId, otp_code, contextOf(caller));
    const user: User = await this.commands.execute(verified);
    // Do not await: the payment provider may be slow, and `reserveAccount` retries by itself.
    void this.funding.reserveAccount(user);
    return { status: true, message: 'Email verified successfully!' };
  }
}
