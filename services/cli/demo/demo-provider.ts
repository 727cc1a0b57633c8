import type { Kobo } from '../../contracts/money.js';
import type {
  AccountRequest,
  ListedPayment,
  PaymentProvider,
  ProviderTransaction,
  ReservedAccount,
} from '../../vendors/payment-provider.js';

const FEE_MAX = 500_00n;
const RAW = { digest: '', types: { status: 'text', currency: 'text', amount: 'text' } } as const;

export class DemoProvider implements PaymentProvider {
  readonly code = 'monnify';
  private readonly paid = new Map<string, ProviderTransaction>();
  private accounts = 0;

  pay(transactionReference: string, accountReference: string, paid: Kobo): void {
    const share = (paid * 15n) / 1_000n;
    const settled = paid - (share < FEE_MAX ? share : FEE_MAX);
    const said = { accountReference, status: 'PAID', currency: 'NGN', paid, settled, raw: RAW };
    this.paid.set(transactionReference, { transactionReference, ...said });
  }

  reserveAccount({ userId, firstName, lastName }: AccountRequest): Promise<ReservedAccount> {
    this.accounts += 1;
    const accountNumber = `99${String(this.accounts).padStart(8, '0')}`;
    const account = { bankCode: '50515', bankName: 'Moniepoint MFB', accountNumber };
    const bankAccounts = [{ ...account, accountName: `${firstName} ${lastName}`.trim() }];
    return Promise.resolve({ accountReference: `NL-${userId}`, bankAccounts });
  }

  transaction(reference: string): Promise<ProviderTransaction | undefined> {
    return Promise.resolve(this.paid.get(reference));
  }

  async *references(): AsyncIterable<ListedPayment> {
    for (const transactionReference of this.paid.keys()) yield { transactionReference, said: undefined };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
