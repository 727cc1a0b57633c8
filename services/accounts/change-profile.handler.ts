import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KEY_VAULT, type KeyVault } from '../../infra/crypto/key-vault.js';
import { Users } from './users.js';
import { fact, type Story } from './write-stream.js';

export interface Profile {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

/** Other names, another phone. Nothing when they are the same. */
export class ChangeProfile extends Command<void> {
  constructor(
    readonly userId: string,
    readonly profile: Profile,
    readonly story: Story,
  ) {
    super();
  }
}

@CommandHandler(ChangeProfile)
export class ChangeProfileHandler implements ICommandHandler<ChangeProfile> {
  constructor(
    private readonly users: Users,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
  ) {}

  async execute({ userId, profile, story }: ChangeProfile): Promise<void> {
    const firstName = profile.firstName.trim();
    const lastName = profile.lastName.trim();
    const { phone } = profile;
    await this.users.change(userId, (user) => {
      if (user.firstName === firstName && user.lastName === lastName && user.phone === phone) return [];
      const sealed = this.vault.seal(userId, { firstName, lastName, phone });
      return [fact('ProfileChanged', { userId, sealed }, story)];
    });
  }
}
