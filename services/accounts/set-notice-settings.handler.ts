import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { noticesOf } from './notice-settings.js';
import type { NoticeSettings } from './user.events.js';
import { Users } from './users.js';
import { fact, type Story } from './write-stream.js';

/** Which mails about purchases a person wants from now on. */
export class SetNoticeSettings extends Command<NoticeSettings> {
  constructor(
    readonly userId: string,
    readonly wanted: Partial<NoticeSettings>,
    readonly story: Story,
  ) {
    super();
  }
}

@CommandHandler(SetNoticeSettings)
export class SetNoticeSettingsHandler implements ICommandHandler<SetNoticeSettings> {
  constructor(private readonly users: Users) {}

  async execute({ userId, wanted, story }: SetNoticeSettings): Promise<NoticeSettings> {
    const changed = await this.users.change(userId, (user) => {
      const before = noticesOf(user);
      const notices = { ...before, ...wanted };
      if (notices.delivered === before.delivered && notices.refunded === before.refunded) return [];
      return [fact('NoticeSettingsChanged', { userId, notices }, story)];
    });
    return noticesOf(changed);
  }
}
