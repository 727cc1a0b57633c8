import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { claimAccount } from '../../customers/reserved-accounts.js';
import type { User } from '../../customers/user.state.js';
import type { Users } from '../../customers/users.js';
import { type EventContext, fact, systemContext } from '../../../infra/event-store/event-context.js';
import { ProviderRefused, type Identity, type PaymentProvider } from '../../vendors/payment-provider.js';

export interface ReserveAccountDeps {
  readonly eventStore: EventStore;
  readonly vault: KeyVault;
  readonly users: Users;
  readonly provider: PaymentProvider;
}

/**
 * Opens an account for a customer at the provider. A repeat after a crash finds the same account. When the
 * account exists, only sends `identity` (BVN or NIN) to the provider.
 */
export async function reserveAccount(
  user: User,
  deps: ReserveAccountDeps,
  {
    identity,
    context = systemContext(),
  }: { readonly identity?: Identity; readonly context?: EventContext } = {},
): Promise<void> {
  const { eventStore, vault, users, provider } = deps;
  const known = user.reservedAccounts.find((one) => one.provider === provider.code);
  if (known && known.bankAccounts.length > 0) {
    if (identity) await provider.identify?.(known.accountReference, identity);
    return;
  }
  const { userId, firstName, lastName, email, phone } = user;
  if (email === '' && !known)
    throw new ProviderRefused(`${provider.code} opens no account without an email.`);
  const { accountReference, bankAccounts } = await provider.reserveAccount({
    userId,
    accountReference: known?.accountReference,
    firstName,
    lastName,
    email,
    phone,
    identity,
  });
  if (known && bankAccounts.length === 0) return;
  await vault.loadKeys([userId]);
  const data = {
    userId,
    provider: provider.code,
    accountReference,
    sealed: vault.seal(userId, { accounts: bankAccounts.map((account) => ({ ...account })) }),
  };
  // Refuse another customer's account. A provider may find it by an email that the other customer had before.
  if (!(await claimAccount(eventStore, data, fact('AccountReserved', data, context))))
    throw new ProviderRefused(`The account at ${provider.code} belongs to another customer.`);
  await users.handle(userId, { type: 'KeepReservedAccount', reserved: data }, context);
}
