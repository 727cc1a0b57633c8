import { Body, Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { maskedApiToken } from '../../customers/api-token/api-tokens.js';
import { ChangeProfile } from '../../customers/profile/profile.handlers.js';
import { RotateApiToken } from '../../customers/api-token/rotate-api-token.handler.js';
import { GetNoticeSettings } from '../../customers/profile/profile.queries.js';
import { SetNoticeSettings } from '../../customers/profile/profile.handlers.js';
import type { NoticeSettings } from '../../customers/user.events.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { localPhone } from '../../contracts/fields/phones.js';
import { Serves } from '../guards/route-rules.js';
import { EndAllSessions } from '../../customers/login/sign-out.handlers.js';
import { EventContexts } from '../../customers/event-contexts.js';
import { CallerOf, type Caller, originOf, contextOf } from '../guards/caller.js';
import { Cookies, sessionCookieOf } from '../http/cookies.js';

@Controller()
export class ProfileController {
  constructor(
    private readonly queries: QueryBus,
    private readonly contexts: EventContexts,
    private readonly commands: CommandBus,
    private readonly cookies: Cookies,
  ) {}

  @Serves('updateUserRecord')
  async update(
    @CallerOf() caller: Caller,
    @Body() { fname, lname, phone_number }: CallInput<'updateUserRecord'>,
  ): Promise<CallAnswer<'updateUserRecord'>> {
    const profile = { firstName: fname, lastName: lname, phone: localPhone(phone_number) };
    await this.commands.execute(new ChangeProfile(caller.userId, profile, contextOf(caller)));
    return { status: true, message: 'Profile updated successfully!' };
  }

  @Serves('rotateApiToken')
  async rotate(
    @CallerOf() caller: Caller,
    @Body() { password }: CallInput<'rotateApiToken'>,
    @Req() request: FastifyRequest,
  ): Promise<CallAnswer<'rotateApiToken'>> {
    const context = await this.contexts.of(caller, originOf(request));
    const token: string = await this.commands.execute(
      new RotateApiToken(caller.userId, password, context, caller.session?.epoch),
    );
    return {
      status: true,
      message:
        'This is your new API token. Copy it now: it is not shown again, and the old one has stopped working.',
      api_token: token,
      masked: maskedApiToken(token.slice(-4)),
    };
  }

  @Serves('logoutEverywhere')
  async logoutEverywhere(
    @CallerOf() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'logoutEverywhere'>> {
    await this.commands.execute(new EndAllSessions(caller, contextOf(caller)));
    this.cookies.forgetSession(reply, sessionCookieOf(caller.role));
    return { status: true, message: 'You are logged out everywhere.' };
  }

  @Serves('noticeSettings')
  async settings(@CallerOf() { userId }: Caller): Promise<CallAnswer<'noticeSettings'>> {
    const settings = await this.queries.execute(new GetNoticeSettings(userId));
    return settingsAnswer('These are your settings.', settings);
  }

  @Serves('updateNoticeSettings')
  async changeSettings(
    @CallerOf() caller: Caller,
    @Body() { mail_delivered, mail_refunded, mail_statement }: CallInput<'updateNoticeSettings'>,
  ): Promise<CallAnswer<'updateNoticeSettings'>> {
    const wanted = {
      ...(typeof mail_delivered === 'boolean' && { delivered: mail_delivered }),
      ...(typeof mail_refunded === 'boolean' && { refunded: mail_refunded }),
      ...(typeof mail_statement === 'boolean' && { statement: mail_statement }),
    };
    const settings = await this.commands.execute(
      new SetNoticeSettings(caller.userId, wanted, contextOf(caller)),
    );
    return settingsAnswer('Your settings are saved.', settings);
  }
}

const settingsAnswer = (
  message: string,
  { delivered, refunded, statement }: Required<NoticeSettings>,
): CallAnswer<'noticeSettings'> => ({
  status: true,
  message,
  settings: { mail_delivered: delivered, mail_refunded: refunded, mail_statement: statement },
});
