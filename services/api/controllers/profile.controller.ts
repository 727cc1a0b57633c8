import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { maskedApiToken } from '../../accounts/api-tokens.js';
import { ChangeProfile } from '../../accounts/change-profile.handler.js';
import { RotateApiToken } from '../../accounts/rotate-api-token.handler.js';
import { noticesOf } from '../../accounts/notice-settings.js';
import { SetNoticeSettings } from '../../accounts/set-notice-settings.handler.js';
import type { NoticeSettings } from '../../accounts/user.events.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { localPhone } from '../../contracts/phones.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Cookies } from '../cookies.js';
import { originOf, storyOf } from '../story-of.js';

/** What customers say about themselves, their API token, and signing out of every browser. */
@Controller()
export class ProfileController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'sessions' | 'users' | 'stories'>,
    private readonly commands: CommandBus,
    private readonly cookies: Cookies,
  ) {}

  @Serves('updateUserRecord')
  async update(
    @CallerOf() caller: Caller,
    @Body() { fname, lname, phone_number }: CallInput<'updateUserRecord'>,
  ): Promise<CallAnswer<'updateUserRecord'>> {
    const profile = { firstName: fname, lastName: lname, phone: localPhone(phone_number) };
    await this.commands.execute(new ChangeProfile(caller.userId, profile, storyOf(caller)));
    return { status: true, message: 'Profile updated successfully!' };
  }

  @Serves('rotateApiToken')
  async rotate(
    @CallerOf() caller: Caller,
    @Body() { password }: CallInput<'rotateApiToken'>,
    @Req() request: FastifyRequest,
  ): Promise<CallAnswer<'rotateApiToken'>> {
    const story = await this.deps.stories.of(caller, originOf(request));
    const token: string = await this.commands.execute(new RotateApiToken(caller.userId, password, story));
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
    @CallerOf() { userId, role }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'logoutEverywhere'>> {
    await this.deps.sessions.endAll(userId);
    reply.header('set-cookie', this.cookies.forget(role === 'user' ? 'session' : 'admin_session'));
    return { status: true, message: 'You are logged out everywhere.' };
  }

  @Serves('noticeSettings')
  async settings(@CallerOf() { userId }: Caller): Promise<CallAnswer<'noticeSettings'>> {
    const user = await this.deps.users.byId(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    return settingsAnswer('These are your settings.', noticesOf(user));
  }

  @Serves('updateNoticeSettings')
  async changeSettings(
    @CallerOf() caller: Caller,
    @Body() { mail_delivered, mail_refunded }: CallInput<'updateNoticeSettings'>,
  ): Promise<CallAnswer<'updateNoticeSettings'>> {
    const wanted = {
      ...(typeof mail_delivered === 'boolean' && { delivered: mail_delivered }),
      ...(typeof mail_refunded === 'boolean' && { refunded: mail_refunded }),
    };
    const settings: NoticeSettings = await this.commands.execute(
      new SetNoticeSettings(caller.userId, wanted, storyOf(caller)),
    );
    return settingsAnswer('Your settings are saved.', settings);
  }
}

const settingsAnswer = (
  message: string,
  { delivered, refunded }: NoticeSettings,
): CallAnswer<'noticeSettings'> => ({
  status: true,
  message,
  settings: { mail_delivered: delivered, mail_refunded: refunded },
});
