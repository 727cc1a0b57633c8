import { expect } from '@jest/globals';
import { fact, systemContext } from '../../../../infra/event-store/event-context.js';
import { NO_STREAM, type NewEvent } from '../../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../../infra/event-store/testing/memory-event-store.js';
import { verifyLedger } from '../../../audit/verify-ledger.js';
import { fundingStream } from '../../../funding/funding.stream.js';
import { fund, START, USER } from '../../../wallet/testing/given-wallet.js';
import { WalletProcess } from '../../../wallet/testing/wallet-process.js';
import { finishChargeback } from '../finish-chargeback.js';
import {
  RecordChargeback,
  RecordChargebackHandler,
  WinChargeback,
  WinChargebackHandler,
} from '../chargeback.handlers.js';
import { by, grantIn } from '../../testing/approving.js';

const LIMIT = { ADJUSTMENT_APPROVAL_LIMIT: '50000', ALONE_DAILY_CAP: '900000' };
export const MONNIFY = 'monnify';
export const FIRST = { provider: MONNIFY, transactionReference: 'MNFY|1' };
export const SECOND = { provider: MONNIFY, transactionReference: 'MNFY|2' };

/** Error code, or `done`. */
export const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

/** Two processes over one ledger with payments and disputes. */
export class DisputeWorld {
  readonly store = new MemoryEventStore();
  readonly here = new WalletProcess(this.store);
  readonly there = new WalletProcess(this.store);
  /** Users passed to `reload`. */
  readonly reloaded: string[] = [];
  private readonly users = {
    reload: async (userId: string) => {
      this.reloaded.push(userId);
      return undefined;
    },
  };

  /** Payment that the provider confirms and that is credited. */
  async pay(payment: typeof FIRST, paid: bigint, charge = 0n, process = this.here): Promise<void> {
    const settled = paid - 10n;
    const { provider, transactionReference } = payment;
    const said = { accountReference: 'NL-ada', userId: USER, paid: String(paid), settled: String(settled) };
    await this.store.append(fundingStream(provider, transactionReference), NO_STREAM, [
      fact('FundingReported', { ...payment, by: 'webhook' }, systemContext(START)),
      fact('FundingVerified', { ...payment, ...said }, systemContext(START)),
    ] as NewEvent[]);
    await process.ask(fund(paid, { ...payment, settled, charge, source: 'Bank transfer' }));
  }

  record({
    process = this.here,
    id = 'f1',
    who = 'grace',
    payment = FIRST,
    dispute = 'CB-1',
    amount = 4_950n,
    fee = 0n,
    freeze = false,
  } = {}) {
    const facts = { dispute, amount, fee, freeze, evidence: 'mail' };
    const { wallets, connection } = process;
    return new RecordChargebackHandler(wallets, this.users, connection, LIMIT).execute(
      new RecordChargeback(payment, facts, 'The card was stolen', by(who), id),
    );
  }

  win({ process = this.here, id = 'w1', who = 'grace', dispute = 'CB-1' } = {}) {
    return new WinChargebackHandler(process.wallets, process.connection, LIMIT).execute(
      new WinChargeback({ provider: MONNIFY, dispute }, 'letter', 'The bank withdrew it', by(who), id),
    );
  }

  agree(process: WalletProcess, approver: string, id = 'f1') {
    return grantIn(process, approver, id);
  }

  wallet() {
    return new WalletProcess(this.store).wallets.load(USER);
  }

  async available(): Promise<bigint> {
    return (await this.wallet()).available;
  }

  all() {
    return this.store.readAll(0, 1_000);
  }

  async count(type: string): Promise<number> {
    return (await this.all()).filter((each) => each.type === type).length;
  }

  /** Verifies the ledger and returns its accounts, kobo digits. */
  async books() {
    const verified = await verifyLedger({ eventStore: this.store });
    // Purchases are captured here without a dispatch or a vendor.
    const problems = verified.problems.filter(({ rule }) => !['out-of-order', 'vendor-loss'].includes(rule));
    expect([problems, verified.sum]).toEqual([[], '0']);
    return verified.books;
  }

  /** Finishes interrupted claims in the log, in both processes. */
  async finishAll(): Promise<void> {
    for (const { wallets, connection } of [this.here, this.there])
      for (const event of await this.all())
        await finishChargeback({ eventStore: connection, wallets }, event);
  }
}
