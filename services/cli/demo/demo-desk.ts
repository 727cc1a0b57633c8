import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { SeededUser } from '../../customers/demo/seed.js';
import { AdjustWallet, AdjustWalletHandler } from '../../money-desk/adjust-wallet.handler.js';
import { decideApproval, finishApproval } from '../../money-desk/approvals.js';
import { BookBankMovement, BookBankMovementHandler } from '../../money-desk/book-bank-movement.handler.js';
import { CreditManually, CreditManuallyHandler } from '../../money-desk/credit-manually.handler.js';
import { FundHouse, FundHouseHandler } from '../../money-desk/fund-house.handler.js';
import type { Due } from '../../purchases/demo/demo-ledger.js';
import type { WalletStreams } from '../../wallet/wallet.streams.js';
import { BANK, formOf, LIMIT, naira, type Who, type WorkingDays } from './working-days.js';

export interface DemoDeskDeps {
  readonly eventStore: EventStore;
  readonly vault: KeyVault;
  readonly wallets: WalletStreams;
}

export class DemoDesk {
  constructor(
    private readonly deps: DemoDeskDeps,
    private readonly days: WorkingDays,
  ) {}

  plans(customers: readonly SeededUser[]): readonly Due[] {
    return [...this.movedByHand(customers), ...this.askedFor(customers)];
  }

  private movedByHand(customers: readonly SeededUser[]): readonly Due[] {
    const { eventStore, vault, wallets } = this.deps;
    const credit = (index: number, amount: number, hours: number): Due =>
      this.days.at(hours, (now) => {
        const { userId } = customers[20 + index]!;
        return new CreditManuallyHandler(wallets, eventStore, vault, LIMIT).execute(
          new CreditManually(
            {
              userId,
              amount: naira(amount),
              bank: BANK,
              reference: `WEMA-26-${5_500 + index}`,
              depositor: 'Seed User',
              evidence: `Statement, line ${20 + index}`,
              reason: 'Paid at the counter of the bank.',
            },
            this.days.by('colleague', now),
            formOf(`credit ${index}`),
          ),
        );
      });
    const goodwill = (index: number, hours: number): Due =>
      this.days.at(hours, async (now) => {
        const { userId } = customers[30 + index]!;
        const { available: before } = await wallets.newest(userId);
        await new AdjustWalletHandler(wallets, eventStore, LIMIT).execute(
          new AdjustWallet(
            userId,
            { before, after: before + naira(500), kind: 'goodwill' },
            'For a delivery that took a day.',
            this.days.by('owner', now),
            formOf(`goodwill ${index}`),
          ),
        );
      });
    const house = this.days.at(600, (now) =>
      new FundHouseHandler(wallets, eventStore, LIMIT).execute(
        new FundHouse(
          naira(30_000),
          'For purchases of the house.',
          this.days.by('owner', now),
          formOf('house'),
        ),
      ),
    );
    return [house, credit(0, 15_000, 400), credit(1, 8_000, 120), goodwill(0, 350), goodwill(1, 20)];
  }

  private askedFor(customers: readonly SeededUser[]): readonly Due[] {
    const { eventStore, vault, wallets } = this.deps;
    const book = (name: string, by: Who, hours: number, movement: BookBankMovement['movement']): Due =>
      this.days.at(hours, (now) =>
        new BookBankMovementHandler(eventStore, LIMIT).execute(
          new BookBankMovement(movement, 'As in the statement.', this.days.by(by, now), formOf(name)),
        ),
      );
    const agree = (name: string, by: Who, hours: number): Due =>
      this.days.at(hours, async (now) => {
        const id = formOf(name);
        await decideApproval(eventStore, id, { grant: true }, this.days.by(by, now));
        await finishApproval({ eventStore, wallets }, id, now);
      });
    const refuse = (name: string, reason: string, hours: number): Due =>
      this.days.at(hours, (now) =>
        decideApproval(eventStore, formOf(name), { grant: false, reason }, this.days.by('owner', now)),
      );
    const topUp = (reference: string, vendor: number, amount: number) =>
      ({
        type: 'top-up',
        line: {
          bank: BANK,
          reference,
          evidence: 'Receipt of the transfer',
          amount: String(naira(amount)),
          vendor,
          pays: vendor === 13 ? ('transfers' as const) : ('purchases' as const),
        },
      }) as const;
    const settlement = {
      type: 'settlement',
      line: {
        bank: BANK,
        reference: 'MNFY-SET-26-07',
        evidence: 'Report of the provider',
        amount: String(naira(180_000)),
        provider: 'monnify',
        fee: String(naira(100)),
      },
    } as const;
    const credit = this.days.at(26, (now) =>
      new CreditManuallyHandler(wallets, eventStore, vault, LIMIT).execute(
        new CreditManually(
          {
            userId: customers[25]!.userId,
            amount: naira(120_000),
            bank: BANK,
            reference: 'WEMA-26-5580',
            depositor: 'Seed User',
            evidence: 'Statement, line 31',
            reason: 'Paid at the counter of the bank.',
          },
          this.days.by('colleague', now),
          formOf('much by hand'),
        ),
      ),
    );
    const correction = this.days.at(9, async (now) => {
      const { userId } = customers[26]!;
      const { available: before } = await wallets.newest(userId);
      await new AdjustWalletHandler(wallets, eventStore, LIMIT).execute(
        new AdjustWallet(
          userId,
          { before, after: before + naira(75_000) },
          'Credited to another customer by mistake.',
          this.days.by('colleague', now),
          formOf('correction'),
        ),
      );
    });
    return [
      book('settlement', 'colleague', 200, settlement),
      agree('settlement', 'owner', 190),
      book('first top-up', 'owner', 150, topUp('WEMA-26-5601', 11, 400_000)),
      agree('first top-up', 'colleague', 149),
      book('wrong top-up', 'colleague', 75, topUp('WEMA-26-5611', 12, 900_000)),
      refuse('wrong top-up', 'The statement says 90,000.', 74),
      credit,
      correction,
      book('second top-up', 'owner', 4, topUp('WEMA-26-5630', 13, 250_000)),
    ];
  }
}
