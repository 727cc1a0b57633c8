import { ProviderRefused, ProviderUnavailable } from '../../vendors/payment-provider.js';
import type {
  AccountRequest,
  Identity,
  ListedPayment,
  PaymentProvider,
  ProviderTransaction,
  RawAnswer,
  ReservedAccount,
  UnreadAnswer,
  UnreadRow,
} from '../../vendors/payment-provider.js';

export const RAW: RawAnswer = {
  digest: 'a'.repeat(64),
  types: { status: 'text', currency: 'text', amount: 'text' },
};

/** Provider with given answers, which counts queries. */
export class FakeProvider implements PaymentProvider {
  constructor(
    readonly code = 'monnify',
    private readonly accountOf = (userId: string): string => `NL-${userId}`,
  ) {}

  readonly transactions = new Map<string, ProviderTransaction | UnreadAnswer>();
  readonly asked = new Map<string, number>();
  /** Listed rows that name no payment. */
  readonly unread: UnreadRow[] = [];
  /** Numbers of people that the provider was given. */
  readonly identities: Identity[] = [];
  down = false;

  pay(
    reference: string,
    accountReference: string,
    paid: bigint,
    more: Partial<ProviderTransaction> = {},
  ): void {
    const said = { accountReference, status: 'PAID', currency: 'NGN', paid, settled: paid - 1_000n };
    this.transactions.set(reference, { transactionReference: reference, ...said, raw: RAW, ...more });
  }

  async reserveAccount({ userId, firstName, lastName, identity }: AccountRequest): Promise<ReservedAccount> {
    await Promise.resolve();
    this.answer();
    this.take(identity);
    const accountName = `${firstName} ${lastName}`;
    const account = { bankCode: '50515', bankName: 'Moniepoint', accountNumber: '6000000001', accountName };
    return { accountReference: this.accountOf(userId), bankAccounts: [account] };
  }

  async identify(_accountReference: string, identity: Identity): Promise<void> {
    await Promise.resolve();
    this.answer();
    this.take(identity);
  }

  private take(identity: Identity | undefined): void {
    if (identity === undefined) return;
    if (identity.number.endsWith('0404')) throw new ProviderRefused('unknown number');
    this.identities.push(identity);
  }

  async transaction(reference: string): Promise<ProviderTransaction | UnreadAnswer | undefined> {
    this.asked.set(reference, (this.asked.get(reference) ?? 0) + 1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    this.answer();
    return this.transactions.get(reference);
  }

  async *references(): AsyncIterable<ListedPayment | UnreadRow> {
    await Promise.resolve();
    this.answer();
    for (const [transactionReference, answer] of this.transactions)
      yield { transactionReference, said: 'paid' in answer ? answer.paid : undefined };
    yield* this.unread;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private answer(): void {
    if (this.down) throw new ProviderUnavailable('down');
  }
}
