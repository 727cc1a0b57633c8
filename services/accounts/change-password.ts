import { Inject, Injectable } from '@nestjs/common';
import { KEY_VAULT, type KeyVault } from '../../infra/crypto/key-vault.js';
import { RuleBroken } from '../contracts/errors.js';
import { codesOf } from './codes.js';
import { Passwords } from './passwords.js';
import { Sessions } from './sessions.js';
import { Users } from './users.js';
import { fact, type Story } from './write-stream.js';

export type ProvenBy =
  { readonly how: 'old' } | { readonly how: 'recovery'; readonly codeId: string | undefined };

/** The last step of every way to a new password. Who asks has been proven before. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
  ) {}

  /** Signs out everywhere. A code is used up by this, whoever else tries it at the same time. @throws RuleBroken(CODE_INCORRECT) */
  async to(userId: string, password: string, proven: ProvenBy, story: Story): Promise<void> {
    const passwordHash = await this.passwords.hash(password);
    await this.vault.bring([userId]);
    const sealed = this.vault.seal(userId, { passwordHash });
    const { how } = proven;
    // Before and after: a fault in between may sign somebody out for nothing, and never leaves a thief signed in.
    await this.sessions.endAll(userId);
    await this.users.change(userId, (user) => {
      if (proven.how === 'recovery' && codesOf(user, claimOf(proven.codeId), story.now).length === 0)
        throw new RuleBroken('CODE_INCORRECT', { field: 'resetCode' });
      return [fact('PasswordChanged', { userId, how, sealed }, story)];
    });
    await this.sessions.endAll(userId);
  }
}

const claimOf = (codeId: string | undefined) =>
  ({ purpose: 'recovery', ...(codeId !== undefined && { codeId }) }) as const;
