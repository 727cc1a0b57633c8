import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryBus } from '@nestjs/cqrs';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { ListApprovals, ListApprovalsHandler } from '../../read-models/approvals/approvals.query.js';
import { readModelsOf, type ReadModels } from '../../read-models/testing/read-models-of.js';
import { GetDeskAccountsHandler } from '../../read-models/trial-balance/desk-accounts.query.js';
import { BookBankMovement, BookBankMovementHandler } from '../money-desk/book-bank-movement.handler.js';
import { CreditManually, CreditManuallyHandler } from '../money-desk/credit-manually.handler.js';
import { by } from '../money-desk/testing/approving.js';
import { USER } from '../wallet/testing/given-wallet.js';
import { WalletProcess } from '../wallet/testing/wallet-process.js';
import { BankNames } from './bank-names.js';
import type { WrittenPositions } from './written-positions.js';

const LIMIT = { ADJUSTMENT_APPROVAL_LIMIT: '50000', ALONE_DAILY_CAP: '900000' };
const MUCH = 60_000_00n;
const NO_SEALS = { seal: () => 'sealed', loadKeys: () => undefined };

let store: MemoryEventStore;
let process: WalletProcess;
let models: ReadModels;
/** Bank that the funding terms show to customers. */
let told: string;
let heard: number;
let forms: number;
beforeEach(async () => {
  store = new MemoryEventStore();
  process = new WalletProcess(store);
  models = await readModelsOf([]);
  [told, heard, forms] = ['', 0, 0];
});
afterEach(() => models.close());

/** Result of `BankNames.known` in one process. */
const named = (typed: string): Promise<string> => {
  const ask = (query: object) =>
    query instanceof ListApprovals
      ? new ListApprovalsHandler(models.readStore).execute(query)
      : new GetDeskAccountsHandler(models.readStore).execute();
  const queries = { execute: ask } as unknown as QueryBus;
  const written = { projected: () => Promise.resolve() } as unknown as WrittenPositions;
  return new BankNames(queries, { current: { bank: told } } as never, written).known(typed, by('grace'));
};

/** Brings the read models up to date. */
const project = async (): Promise<void> => {
  const events = await store.readAll(heard, 1_000);
  heard += events.length;
  await models.hear(
    events.map(({ stream, id, type, version, at, actor, correlationId, causationId, data }) => ({
      stream,
      event: { id, type, version, at, actor, correlationId, causationId, data },
    })),
  );
};

const topUp = async (typed: string, amount = 500n): Promise<string> => {
  const bank = await named(typed);
  const form = `f${++forms}`;
  const line = { bank, reference: form, evidence: 'mail', amount: String(amount) };
  const movement = { type: 'top-up', line: { ...line, vendor: 1, pays: 'purchases' } } as const;
  const outcome = await new BookBankMovementHandler(process.connection, LIMIT).execute(
    new BookBankMovement(movement, 'Stock of March', by('grace'), form),
  );
  await project();
  return outcome;
};
const credit = async (typed: string, form = `f${++forms}`, amount = 300n) => {
  const payment = { userId: USER, amount, bank: await named(typed), reference: form };
  const moved = await new CreditManuallyHandler(
    process.wallets,
    process.connection,
    NO_SEALS as never,
    LIMIT,
  ).execute(
    new CreditManually(
      { ...payment, depositor: 'ADA OBI', evidence: 'mail', reason: 'Paid in' },
      by('eve'),
      form,
    ),
  );
  await project();
  return moved.outcome;
};
const banks = async (): Promise<Record<string, bigint>> =>
  Object.fromEntries((await new GetDeskAccountsHandler(models.readStore).execute()).banks);

describe('a bank that administrators type', () => {
  it('is one account with one sum, for every spelling', async () => {
    for (const typed of ['GTBank', 'GT Bank', 'G.T. Bank', 'gt-bank', 'GTBank.'])
      expect(await topUp(typed)).toBe('booked');
    expect(await credit('G T Bank')).toBe('applied');
    expect(await topUp('Zenith')).toBe('booked');
    expect(await banks()).toEqual({ gtbank: -2_200n, zenith: -500n });
  });

  it('is named as customers see it, when that is the same bank', async () => {
    told = 'GT Bank';
    expect(await named('gtbank')).toBe('GT Bank');
    await topUp('G.T. Bank');
    expect(await banks()).toEqual({ 'gt-bank': -500n });
    expect(await named('Zenith')).toBe('Zenith');
  });

  it('keeps the name of its account when customers see another spelling', async () => {
    await topUp('GTBank');
    told = 'G.T. Bank';
    await topUp('G.T. Bank');
    expect(await banks()).toEqual({ gtbank: -1_000n });
  });

  it('is named like the change that waits for a second administrator', async () => {
    expect(await topUp('GT Bank', MUCH)).toBe('waiting');
    await topUp('GTBank');
    expect(await banks()).toEqual({ 'gt-bank': -500n });
  });

  it('always resolves to the same one of several old accounts', async () => {
    // The two accounts were opened before the code compared spellings.
    for (const bank of ['GTBank', 'GT Bank']) {
      const line = { bank, reference: bank + forms++, evidence: 'mail', amount: '100' };
      const movement = { type: 'top-up', line: { ...line, vendor: 1, pays: 'purchases' } } as const;
      await new BookBankMovementHandler(process.connection, LIMIT).execute(
        new BookBankMovement(movement, 'Of February', by('grace'), `old${forms}`),
      );
    }
    await project();
    for (const typed of ['GTBank', 'GT Bank', 'G.T. Bank']) await topUp(typed);
    expect(await banks()).toEqual({ 'gt-bank': -1_600n, gtbank: -100n });
    told = 'GTBank';
    await topUp('GT Bank');
    expect(await banks()).toEqual({ 'gt-bank': -1_600n, gtbank: -600n });
  });

  it('keeps a repeated form unchanged after the bank got another name', async () => {
    told = 'GTBank';
    expect(await credit('G.T. Bank', 'c1')).toBe('applied');
    expect(await credit('G.T. Bank', 'c2', MUCH)).toBe('waiting');
    told = '';
    expect(await named('G.T. Bank')).toBe('gtbank');
    expect(await credit('G.T. Bank', 'c1')).toBe('applied');
    expect(await credit('G.T. Bank', 'c2', MUCH)).toBe('waiting');
    expect(await banks()).toEqual({ gtbank: 300n });
  });
});
