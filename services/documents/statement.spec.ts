import { beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM, type EventData } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { newEvent } from '../../infra/event-store/testing/new-event.js';
import { RuleBroken } from '../contracts/errors.js';
import { walletStream } from '../ledger/streams.js';
import { OUT_OF_ORDER, statementOf, type StatementQuestion } from './statement.js';

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T00:00:00.000Z');
const dayAt = (day: number): string => new Date(START + day * DAY).toISOString();

let eventStore: MemoryEventStore;
let head = NO_STREAM;

/** Appends a wallet event dated on a day. */
async function told(day: number, type: string, data: EventData): Promise<void> {
  const event = { ...newEvent({ userId: 'ada', ...data }, type), at: dayAt(day) };
  head = (await eventStore.append(walletStream('ada'), head, [event])).head;
}

const ask = (from: number, to: number, more: Partial<StatementQuestion> = {}) =>
  statementOf({
    eventStore,
    vault: { open: (_, sealed) => ({ recipient: sealed }) },
    userId: 'ada',
    from: dayAt(from),
    to: dayAt(to),
    ...more,
  });

const airtime = { service: 'airtime', product: { network: 1 }, sealed: '08031234567' };

beforeEach(async () => {
  eventStore = new MemoryEventStore();
  head = NO_STREAM;
  await told(0, 'WalletOpened', {});
  await told(1, 'WalletFunded', { source: 'Wema', transactionReference: 'MNFY|1', availableAfter: '100000' });
  await told(2, 'PurchaseAccepted', { ...airtime, reference: 'NL1', availableAfter: '90100' });
  await told(3, 'PurchaseCaptured', { service: 'airtime', purchaseId: 'p1', availableAfter: '90100' });
  await told(4, 'PurchaseAccepted', { ...airtime, reference: 'NL2', availableAfter: '80200' });
  await told(5, 'PurchaseReleased', {
    service: 'airtime',
    purchaseId: '6f1c0d5e-3a9b-5e7f-8c2d-1b0a9f8e7d6c',
    availableAfter: '90100',
  });
});

describe('a statement', () => {
  it('lists every change of the available balance, oldest first, and no other events', async () => {
    const { opening, closing, lines } = await ask(0, 10);
    expect([opening, closing]).toEqual([0n, 901_00n]);
    expect(lines.map(({ amount, balance, description }) => [amount, balance, description])).toEqual([
      [1_000_00n, 1_000_00n, 'Funding, Wema'],
      [-99_00n, 901_00n, 'Mtn airtime, 08031234567'],
      [-99_00n, 802_00n, 'Mtn airtime, 08031234567'],
      [99_00n, 901_00n, 'Airtime: Refund, not delivered'],
    ]);
    expect(lines[3]!.reference).toMatch(/^NL[0-9A-Z]{16}$/);
  });

  it('writes marks of direction of a bank or vendor out', async () => {
    const line = { bank: 'Wema\u202e knab', reference: 'FT\u202d01', availableAfter: '100100' };
    await told(6, 'ManualFundingCredited', line);
    const { lines } = await ask(6, 10);
    expect(lines).toMatchObject([{ reference: 'FT[U+202D]01', description: 'Funding, Wema[U+202E] knab' }]);
  });

  it("lists an administrator's changes without their internal reason", async () => {
    await told(6, 'WalletAdjusted', { delta: '-10000', reason: 'Internal', availableAfter: '80100' });
    await told(7, 'HouseFunded', { amount: '10000', availableAfter: '90100' });
    const dispute = { transactionReference: 'MNFY|1', reason: 'Internal' };
    await told(8, 'FundingChargedBack', { ...dispute, availableAfter: '50100' });
    await told(9, 'ChargebackWon', { ...dispute, availableAfter: '90100' });
    const { lines } = await ask(6, 10);
    expect(lines.map(({ amount, description }) => [amount, description])).toEqual([
      [-100_00n, 'Adjustment'],
      [100_00n, 'House funding'],
      [-400_00n, 'Chargeback, taken back by the paying bank'],
      [400_00n, 'Given back after a chargeback'],
    ]);
  });

  it('opens with the balance at `from` and excludes `to`', async () => {
    const { opening, closing, lines } = await ask(2, 4);
    expect([opening, closing, lines.length]).toEqual([1_000_00n, 901_00n, 1]);
    expect(await ask(6, 9)).toEqual({ opening: 901_00n, closing: 901_00n, lines: [] });
    expect(await ask(-9, 0)).toEqual({ opening: 0n, closing: 0n, lines: [] });
  });

  it('adds up over several pages from any start', async () => {
    for (let day = 6; day < 1_300; day += 1)
      await told(day, 'WalletFunded', { source: 'Wema', availableAfter: String(901_00 + (day - 5) * 100) });
    const { opening, closing, lines } = await ask(700, 1_250);
    expect(lines).toHaveLength(550);
    expect(opening).toBe(BigInt(901_00 + 694 * 100));
    expect(lines.reduce((sum, { amount }) => sum + amount, opening)).toBe(closing);
  });

  it('adds up when an order from before midnight is stored after events of the new day', async () => {
    // At 23:59:58 an order of ₦300 waits. At 00:00:01 ₦500 are returned, and then the order is accepted.
    await told(7.01, 'PurchaseReleased', { service: 'airtime', purchaseId: 'p3', availableAfter: '140100' });
    for (let more = 0; more < OUT_OF_ORDER - 1; more += 1)
      await told(7.02, 'PurchaseCaptured', {
        service: 'airtime',
        purchaseId: 'p3',
        availableAfter: '140100',
      });
    await told(6.99, 'PurchaseAccepted', { ...airtime, reference: 'NL3', availableAfter: '110100' });
    const [old, next] = [await ask(6, 7), await ask(7, 8)];
    expect(old).toMatchObject({ opening: 901_00n, closing: 601_00n, lines: [{ balance: 601_00n }] });
    expect(next).toMatchObject({ opening: 601_00n, closing: 1_101_00n, lines: [{ balance: 1_101_00n }] });
  });

  it.each([498, 499, 500, 501])('includes a late stored event behind %i events', async (before) => {
    for (let more = 6; more < before; more += 1)
      await told(6, 'PurchaseCaptured', { service: 'airtime', purchaseId: 'p3', availableAfter: '90100' });
    await told(7.01, 'WalletFunded', { source: 'Wema', availableAfter: '100100' });
    await told(6.99, 'PurchaseAccepted', { ...airtime, reference: 'NL3', availableAfter: '70100' });
    expect((await ask(0, 7)).lines.at(-1)).toMatchObject({ reference: 'NL3', balance: 601_00n });
  });

  it('is refused with STATEMENT_TOO_LONG above linesMax', () =>
    expect(ask(0, 10, { linesMax: 3 })).rejects.toEqual(new RuleBroken('STATEMENT_TOO_LONG', { lines: 3 })));
});
