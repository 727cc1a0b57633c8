import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { Kobo } from '../../contracts/money.js';
import type { Service } from '../../contracts/services.js';
import { accounts, type Posting } from '../../ledger/postings.js';
import type { FloatUse } from '../../ledger/posting-rules.js';
import { decideApproval, finishApproval } from '../../money-desk/approvals.js';
import { BookBankMovement, BookBankMovementHandler } from '../../money-desk/book-bank-movement.handler.js';
import type { Due } from '../../purchases/demo/demo-ledger.js';
import type { WalletStreams } from '../../wallet/wallet.streams.js';
import { BANK, DAY_MS, formOf, LIMIT, naira, type WorkingDays } from './working-days.js';

interface FundedVendor {
  readonly code: number;
  readonly services: readonly Service[];
  readonly first: boolean;
}

export interface DemoTreasuryDeps {
  readonly eventStore: EventStore;
  readonly wallets: WalletStreams;
  readonly vendors: () => readonly FundedVendor[];
}

const PROVIDER = 'monnify';
const EVERY_MS = 3 * DAY_MS;
const FIRST = naira(1_000_000);
const IN_RESERVE = naira(100_000);
const LEAST = naira(80_000);
const WHOLE = naira(10_000);
const SETTLING_FEE = naira(100);
const PAGE = 1_000;

/**
 * Books transfers from the payment provider to our bank account, and from there to vendors. Otherwise the
 * demo's bank and vendors would have balances below zero.
 */
export class DemoTreasury {
  private readonly balances = new Map<string, Kobo>();
  private position = 0;
  private before: ReadonlyMap<string, Kobo> = new Map();
  private readonly most = new Map<string, Kobo>();

  constructor(
    private readonly deps: DemoTreasuryDeps,
    private readonly days: WorkingDays,
  ) {}

  plans(): readonly Due[] {
    return this.days.repeated(EVERY_MS, (now, round) => this.fill(now, round));
  }

  private async fill(now: Date, round: number): Promise<void> {
    await this.read();
    const owed = this.balanceOf(accounts.pspReceivable(PROVIDER));
    const settled = wholeOf((owed * 9n) / 10n);
    if (settled > 0n)
      await this.book(
        {
          type: 'settlement',
          line: {
            bank: BANK,
            reference: `MNFY-SET-26-1${threeDigits(round)}`,
            evidence: 'Report of the provider',
            amount: String(settled),
            provider: PROVIDER,
            fee: String(SETTLING_FEE),
          },
        },
        now,
      );
    for (const { code, services, first } of this.deps.vendors()) {
      const least = round > 0 ? LEAST : first ? FIRST : IN_RESERVE;
      const uses: FloatUse[] = services.includes('transfer') ? ['transfers'] : [];
      if (services.some((service) => service !== 'transfer')) uses.push('purchases');
      for (const pays of uses) await this.topUp(code, pays, least, { now, round });
    }
    this.before = new Map(this.balances);
  }

  private async topUp(
    vendor: number,
    pays: FloatUse,
    least: Kobo,
    { now, round }: { readonly now: Date; readonly round: number },
  ): Promise<void> {
    const account = pays === 'transfers' ? accounts.pspPayout(vendor) : accounts.vendorFloat(vendor);
    const held = this.balanceOf(account);
    const spent = (this.before.get(account) ?? held) - held;
    const most = this.most.get(account) ?? 0n;
    if (spent > most) this.most.set(account, spent);
    const wanted = 3n * (spent > most ? spent : most);
    const missing = (wanted > least ? wanted : least) - held;
    const there = this.balanceOf(accounts.bank(BANK));
    const amount = wholeOf(missing < there ? missing : there);
    if (amount <= 0n) return;
    const reference = `WEMA-FLT-${twoDigits(vendor)}-${threeDigits(round)}`;
    const line = {
      bank: BANK,
      reference,
      evidence: 'Receipt of the transfer',
      amount: String(amount),
      vendor,
    };
    await this.book({ type: 'top-up', line: { ...line, pays } }, now);
  }

  private async book(movement: BookBankMovement['movement'], now: Date): Promise<void> {
    const { eventStore, wallets } = this.deps;
    const id = formOf(movement.line.reference);
    const asked = new BookBankMovement(movement, 'As in the statement.', this.days.by('colleague', now), id);
    if ((await new BookBankMovementHandler(eventStore, LIMIT).execute(asked)) === 'waiting') {
      await decideApproval(eventStore, id, { grant: true }, this.days.by('owner', now));
      await finishApproval({ eventStore, wallets }, id, now);
    }
    await this.read();
  }

  private balanceOf(account: string): Kobo {
    return this.balances.get(account) ?? 0n;
  }

  private async read(): Promise<void> {
    for (;;) {
      const events = await this.deps.eventStore.readAll(this.position, PAGE);
      for (const { data, position } of events) {
        for (const { account, amount } of (data['postings'] ?? []) as unknown as readonly Posting[])
          this.balances.set(account, this.balanceOf(account) + BigInt(amount));
        this.position = position;
      }
      if (events.length < PAGE) return;
    }
  }
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const threeDigits = (number: number): string => String(number).padStart(3, '0');

const wholeOf = (amount: Kobo): Kobo => (amount / WHOLE) * WHOLE;
