import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { Kobo } from '../../contracts/money.js';
import type { SeededUser } from '../../customers/demo/seed.js';
import type { Users } from '../../customers/users.js';
import { reportFunding } from '../../funding/funding.stream.js';
import { reserveAccount } from '../../funding/reserve/reserve-account.js';
import { VerifyFunding } from '../../funding/verify-funding.js';
import {
  RecordChargeback,
  RecordChargebackHandler,
  WinChargeback,
  WinChargebackHandler,
} from '../../money-desk/chargebacks/chargeback.handlers.js';
import {
  SettleUnmatched,
  SettleUnmatchedHandler,
  type UnmatchedEnd,
} from '../../money-desk/settle-unmatched.handler.js';
import type { Due } from '../../purchases/demo/demo-ledger.js';
import { Dice } from '../../purchases/demo/demo-orders.js';
import type { WalletStreams } from '../../wallet/wallet.streams.js';
import { DemoProvider } from './demo-provider.js';
import { BANK, formOf, LIMIT, naira, TOLD_HOURS, type WorkingDays } from './working-days.js';

export interface DemoPaymentsDeps {
  readonly eventStore: EventStore;
  readonly vault: KeyVault;
  readonly wallets: WalletStreams;
  readonly users: Users;
  readonly charge: () => Kobo;
}

export class DemoPayments {
  private readonly dice = new Dice(4_410);
  private readonly provider = new DemoProvider();
  private payments = 0;
  private paidIn = 0;
  private readonly known = new Set<string>();

  constructor(
    private readonly deps: DemoPaymentsDeps,
    private readonly days: WorkingDays,
  ) {}

  plans(customers: readonly SeededUser[]): readonly Due[] {
    const own = customers.slice(0, 12);
    return [
      ...own.map((customer) => this.days.at(TOLD_HOURS, (now) => this.giveAccount(customer, now))),
      ...this.paymentsOf(own),
      ...this.unmatchedPayments(own),
      ...this.disputes(own),
    ];
  }

  async pay(userId: string, paid: Kobo, now: Date): Promise<void> {
    await this.giveAccount({ userId }, now);
    this.paidIn += 1;
    await this.arrive(this.referenceOf(20_000 + this.paidIn), `NL-${userId}`, paid, now);
  }

  private async giveAccount({ userId }: Pick<SeededUser, 'userId'>, now: Date): Promise<void> {
    if (this.known.has(userId)) return;
    this.known.add(userId);
    const { eventStore, vault, users } = this.deps;
    const user = await users.byId(userId);
    if (!user) throw new Error('a customer of the demonstration is not there');
    await reserveAccount(
      user,
      { eventStore, vault, users, provider: this.provider },
      { context: systemContext(now) },
    );
  }

  private async arrive(reference: string, account: string, paid: Kobo, now: Date): Promise<void> {
    const { eventStore, wallets, charge } = this.deps;
    const { provider } = this;
    provider.pay(reference, account, paid);
    const told = { provider: provider.code, transactionReference: reference, by: 'webhook' } as const;
    await reportFunding(eventStore, told, systemContext(now));
    const verify = new VerifyFunding({ eventStore, wallets, provider, charge, now: () => now });
    await verify.settle(reference);
  }

  private referenceOf(number: number): string {
    return `MNFY|04|20260310${String(100_000 + number)}|${String(number).padStart(6, '0')}`;
  }

  private paymentsOf(own: readonly SeededUser[]): readonly Due[] {
    return Array.from({ length: 36 }, (_, index) => {
      const { userId } = own[index % own.length]!;
      const paid = naira(5_000 + 500 * this.dice.upTo(60));
      this.payments += 1;
      const reference = this.referenceOf(this.payments);
      return this.days.at(700 - index * 18, (now) => this.arrive(reference, `NL-${userId}`, paid, now));
    });
  }

  private unmatchedPayments(own: readonly SeededUser[]): readonly Due[] {
    const paid = [3_500, 12_000, 7_250, 20_000, 1_800];
    const when = [500, 330, 90, 40, 6];
    const name = (index: number) => ({
      provider: this.provider.code,
      transactionReference: this.referenceOf(9_001 + index),
    });
    const settle = (index: number, end: UnmatchedEnd, reason: string, hours: number): Due =>
      this.days.at(hours, (now) => {
        const { eventStore, wallets, charge } = this.deps;
        return new SettleUnmatchedHandler(wallets, { charge }, eventStore, LIMIT).execute(
          new SettleUnmatched(
            name(index),
            end,
            reason,
            this.days.by('owner', now),
            formOf(`unmatched ${index}`),
          ),
        );
      });
    const line = { bank: BANK, reference: 'WEMA-RET-0331', evidence: 'Statement of the day, line 14' };
    return [
      ...paid.map((amount, index) =>
        this.days.at(when[index]!, (now) =>
          this.arrive(name(index).transactionReference, `OLD-${7_700 + index}`, naira(amount), now),
        ),
      ),
      settle(
        0,
        { type: 'assign', userId: own[3]!.userId },
        'Paid into an account of before; the receipt names the customer.',
        480,
      ),
      settle(1, { type: 'return', line }, 'The bank of the payer asked for it back.', 300),
    ];
  }

  private disputes(own: readonly SeededUser[]): readonly Due[] {
    const taken = (index: number, payment: number, hours: number, reason: string): Due =>
      this.days.at(hours, (now) => {
        const { eventStore, wallets, users } = this.deps;
        const facts = {
          dispute: `CB-26-${1_040 + index}`,
          amount: naira(1_500 + 250 * index),
          fee: naira(50),
          freeze: false,
          evidence: `Mail of the provider, case ${1_040 + index}`,
        };
        const name = { provider: this.provider.code, transactionReference: this.referenceOf(payment) };
        return new RecordChargebackHandler(wallets, users, eventStore, LIMIT).execute(
          new RecordChargeback(
            name,
            facts,
            reason,
            this.days.by('colleague', now),
            formOf(`dispute ${index}`),
          ),
        );
      });
    const won = this.days.at(220, (now) => {
      const { eventStore, wallets } = this.deps;
      const dispute = { provider: this.provider.code, dispute: 'CB-26-1041' };
      return new WinChargebackHandler(wallets, eventStore, LIMIT).execute(
        new WinChargeback(
          dispute,
          'Letter of the bank',
          'The payer withdrew the claim.',
          this.days.by('owner', now),
          formOf('dispute won'),
        ),
      );
    });
    return [
      taken(0, 1, 560, 'The card was reported stolen.'),
      taken(1, 2, 430, 'The payer says that it was sent by mistake.'),
      won,
      taken(2, own.length, 310, 'The payer does not know the payment.'),
      taken(3, 14, 30, 'The bank of the payer asks for proof.'),
    ];
  }
}
