import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { uuidsOf } from '../../infra/crypto/keyed-digest.js';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { randomUUID } from '../../infra/host/chance.js';
import { requireSettled } from '../administrators/access/settled.js';
import { type Administrator, Administrators } from '../administrators/administrators.js';
import { may, type Permission } from '../contracts/admin/administrators.contract.js';
import { RuleBroken } from '../contracts/errors.js';
import { formatNaira, type Kobo } from '../contracts/money.js';
import { EditUser } from '../customers/profile/edit-user.handler.js';
import { readStanding } from '../customers/standing.js';
import type { UserEdit } from '../customers/user.decider.js';
import { isChanged } from '../wallet/wallet.state.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { AdjustWallet, type BalanceChange } from './adjust-wallet.handler.js';
import { knownApproval } from './approvals.js';

/** Absent fields stay unchanged. */
export interface UserForm {
  readonly edit: UserEdit;
  readonly balance?: Kobo | undefined;
}

export interface SavedUserForm {
  /**
   * `waiting` means that the change of the balance waits for a second administrator. Everything else is
   * saved.
   */
  readonly outcome: 'changed' | 'unchanged' | 'waiting';
}

/**
 * Corrects a customer's data and balance in one form. A repeated `key` changes the balance only once.
 * @param seen values that the form showed. The change is refused when a stored value differs.
 */
export class SaveUserForm extends Command<SavedUserForm> {
  constructor(
    readonly userId: string,
    readonly wanted: UserForm,
    readonly seen: UserForm,
    readonly reason: string | undefined,
    readonly administrator: Administrator,
    readonly context: EventContext,
    readonly key?: string,
  ) {
    super();
  }
}

/** Two browsers may choose the same `key`. */
const changeId = uuidsOf('5b0d6c0e-6b0a-5d51-9a53-0f6d2f5b8a17');

@CommandHandler(SaveUserForm)
export class SaveUserFormHandler implements ICommandHandler<SaveUserForm> {
  constructor(
    private readonly wallets: WalletStreams,
    private readonly commands: CommandBus,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /**
   * A change of personal data needs the permission `support`. A change of the balance needs `finance`.
   * @throws RuleBroken PERMISSION_MISSING, PERMISSION_TOO_NEW, STALE_EDIT, VALIDATION_FAILED, and errors of `EditUser` and
   * `AdjustWallet`
   */
  async execute(command: SaveUserForm): Promise<SavedUserForm> {
    const { userId, wanted, seen, administrator, context, key } = command;
    if (Object.keys(wanted.edit).length > 0) requirePermission(administrator, 'support');
    await this.requireSettled(command);
    // Check the balance before personal data changes, so that a refused form changes nothing.
    const commandId = key === undefined ? randomUUID() : changeId(`${administrator.userId}:${userId}:${key}`);
    const change = await this.balanceChange(command, commandId);
    if (change) requirePermission(administrator, 'finance');
    const { changed } = await this.commands.execute(new EditUser(userId, wanted.edit, seen.edit, context));
    if (!change) return { outcome: changed ? 'changed' : 'unchanged' };
    const { outcome } = await this.commands.execute(
      new AdjustWallet(userId, change, command.reason ?? '', context, commandId),
    );
    return { outcome: outcome === 'applied' ? 'changed' : 'waiting' };
  }

  /** Names are open to new administrators. */
  private async requireSettled({
    userId,
    wanted,
    seen,
    administrator,
    context,
  }: SaveUserForm): Promise<void> {
    const { tier, email } = wanted.edit;
    const isOtherEmail = email !== undefined && email !== seen.edit.email;
    const isOtherTier = async (): Promise<boolean> =>
      tier !== undefined && tier !== (await readStanding(this.store, userId)).standing.tier;
    if (!isOtherEmail && !(await isOtherTier())) return;
    const administrators = new Administrators(this.store);
    await requireSettled(administrators, administrator.userId, ['support'], context.now.getTime());
  }

  /**
   * `undefined` when the balance does not change.
   * @throws RuleBroken STALE_EDIT, VALIDATION_FAILED
   */
  private async balanceChange(
    { userId, wanted, seen, reason }: SaveUserForm,
    commandId: string,
  ): Promise<BalanceChange | undefined> {
    if (wanted.balance === undefined) return undefined;
    const wallet = await this.wallets.newest(userId);
    // A repeated `key` gets the answer of its first use, even when the balance has changed since.
    const isKnown = isChanged(wallet, commandId) || (await knownApproval(this.store, commandId));
    if (isKnown && seen.balance !== undefined) return { before: seen.balance, after: wanted.balance };
    const { available } = wallet;
    if (wanted.balance === available) return undefined;
    const before = seen.balance ?? available;
    const now = formatNaira(available);
    if (before !== available) throw new RuleBroken('STALE_EDIT', { what: 'The balance', now });
    if (!reason?.trim())
      throw new RuleBroken('VALIDATION_FAILED', {
        field: 'reason',
        reason: `must say why the balance changes, which is ${now} now`,
      });
    return { before, after: wanted.balance };
  }
}

function requirePermission(administrator: Administrator, permission: Permission): void {
  if (!may(administrator, [permission])) throw new RuleBroken('PERMISSION_MISSING', { permission });
}
