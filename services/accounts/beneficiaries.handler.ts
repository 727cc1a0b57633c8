import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KEY_VAULT, type KeyVault } from '../../infra/crypto/key-vault.js';
import { RuleBroken } from '../contracts/errors.js';
import type { SavedBeneficiary } from './user.state.js';
import { Users } from './users.js';
import { fact, type Story } from './write-stream.js';

/** Far more than anybody scrolls through; each is folded whenever the person is loaded. */
const BENEFICIARIES_MAX = 200;

/** Keeps a recipient for the next time; the same one again is renamed. Answers its id. */
export class SaveBeneficiary extends Command<string> {
  constructor(
    readonly userId: string,
    readonly beneficiary: Omit<SavedBeneficiary, 'id'>,
    readonly story: Story,
  ) {
    super();
  }
}

@CommandHandler(SaveBeneficiary)
export class SaveBeneficiaryHandler implements ICommandHandler<SaveBeneficiary> {
  constructor(
    private readonly users: Users,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
  ) {}

  /** @throws RuleBroken(BENEFICIARIES_FULL) */
  async execute({ userId, beneficiary, story }: SaveBeneficiary): Promise<string> {
    const { service, recipient, name, provider, kind } = beneficiary;
    let id = '';
    await this.users.change(userId, ({ beneficiaries = [] }) => {
      const there = beneficiaries.find(
        (one) => one.service === service && one.recipient === recipient && one.provider === provider,
      );
      id = there?.id ?? randomUUID();
      if (there && there.name === name && there.kind === kind) return [];
      if (!there && beneficiaries.length >= BENEFICIARIES_MAX)
        throw new RuleBroken('BENEFICIARIES_FULL', { most: BENEFICIARIES_MAX });
      const sealed = this.vault.seal(userId, { service, recipient, name, provider, kind });
      return [fact('BeneficiarySaved', { userId, beneficiaryId: id, sealed }, story)];
    });
    return id;
  }
}

/** Forgets a kept recipient. Nothing when it is not there. */
export class RemoveBeneficiary extends Command<void> {
  constructor(
    readonly userId: string,
    readonly beneficiaryId: string,
    readonly story: Story,
  ) {
    super();
  }
}

@CommandHandler(RemoveBeneficiary)
export class RemoveBeneficiaryHandler implements ICommandHandler<RemoveBeneficiary> {
  constructor(private readonly users: Users) {}

  async execute({ userId, beneficiaryId, story }: RemoveBeneficiary): Promise<void> {
    await this.users.change(userId, ({ beneficiaries = [] }) =>
      beneficiaries.some(({ id }) => id === beneficiaryId)
        ? [fact('BeneficiaryRemoved', { userId, beneficiaryId }, story)]
        : [],
    );
  }
}
