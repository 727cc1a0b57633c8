import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Users } from '../users.js';
import { OwnChangeLimits } from './own-change-limits.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { noticesOf } from '../user.state.js';
import type { NoticeSettings } from '../user.events.js';

export interface Profile {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

export class ChangeProfile extends Command<void> {
  constructor(
    readonly userId: string,
    readonly profile: Profile,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeProfile)
export class ChangeProfileHandler implements ICommandHandler<ChangeProfile> {
  constructor(
    private readonly users: Users,
    private readonly changes: OwnChangeLimits,
  ) {}

  /** @throws RuleBroken(RATE_LIMITED | PHONE_SIGNS_IN) */
  async execute({ userId, profile, context }: ChangeProfile): Promise<void> {
    await this.changes.take(userId);
    const firstName = profile.firstName.trim();
    const lastName = profile.lastName.trim();
    const { phone } = profile;
    await this.users.handle(userId, { type: 'ChangeProfile', firstName, lastName, phone }, context);
    await this.users.phones.freeAll(userId, context, phone);
  }
}

export class SetNoticeSettings extends Command<Required<NoticeSettings>> {
  constructor(
    readonly userId: string,
    readonly wanted: Partial<NoticeSettings>,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(SetNoticeSettings)
export class SetNoticeSettingsHandler implements ICommandHandler<SetNoticeSettings> {
  constructor(
    private readonly users: Users,
    private readonly changes: OwnChangeLimits,
  ) {}

  /** @throws RuleBroken(RATE_LIMITED) */
  async execute({ userId, wanted, context }: SetNoticeSettings): Promise<Required<NoticeSettings>> {
    await this.changes.take(userId);
    return noticesOf(await this.users.handle(userId, { type: 'SetNoticeSettings', wanted }, context));
  }
}
