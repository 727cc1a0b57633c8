import { NO_STREAM, RevisionConflict } from '../../../infra/event-store/event-store.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { reservedAccountStream } from '../../customers/user.events.js';
import { nameOf, type User } from '../../customers/user.state.js';
import type { Users } from '../../customers/users.js';
import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import type { PaymentProvider } from '../../vendors/payment-provider.js';

export interface ReserveAccountDeps {
  readonly eventStore: EventStore;
  readonly vault: KeyVault;
  readonly users: Users;
  readonly provider: PaymentProvider;
}

/**
 * `accountReference` is derived from the user id, so a repeat after a crash finds the same account.
 * Registration does not reserve one, because the central bank requires a verified BVN first.
 * @throws ProviderUnavailable, ProviderRefused
 */
export async function reserveAccount(
  user: User,
  deps: ReserveAccountDeps,
  context = systemContext(),
): Promise<void> {
  const { eventStore, vault, users, provider } = deps;
  const reserved = user.reservedAccounts.find((one) => one.provider === provider.code);
  if (reserved && reserved.bankAccounts.length > 0) return;
  const { userId } = user;
  // A customer who moved in brings a reference of an older system, whose account numbers the provider knows.
  const accountReference = reserved?.accountReference ?? `NL-${userId}`;
  const name = nameOf(user);
  const request = { accountReference, accountName: name, customerEmail: user.email, customerName: name };
  const bankAccounts = await provider.reserveAccount(request);
  if (reserved && bankAccounts.length === 0) return;
  await vault.loadKeys([userId]);
  const data = {
    userId,
    provider: provider.code,
    accountReference,
    sealed: vault.seal(userId, { accounts: bankAccounts.map((account) => ({ ...account })) }),
  };
  try {
    const findable = fact('AccountReserved', data, context);
    await appendSurely(eventStore, reservedAccountStream(accountReference), NO_STREAM, [findable]);
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
  await users.handle(userId, { type: 'KeepReservedAccount', reserved: data }, context);
}
