import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { verifyLedger } from '../audit/verify-ledger.js';
import { USER } from '../wallet/testing/given-wallet.js';
import { WalletProcess } from '../wallet/testing/wallet-process.js';
import { approvalStream, type BankMovement } from './approval.events.js';
import { creditFromBank, bankEntryStream } from './bank-entries.js';
import { BookBankMovement, BookBankMovementHandler } from './book-bank-movement.handler.js';
import { by, finishIn, grantIn } from './testing/approving.js';

const LIMIT = { ADJUSTMENT_APPROVAL_LIMIT: '50000', ALONE_DAILY_CAP: '900000' };
const MUCH = 50_000_00n;
const STREAM = bankEntryStream('GTBank', 'FT-1');

let store: MemoryEventStore;
let [here, there]: WalletProcess[] = [];
beforeEach(() => {
  store = new MemoryEventStore();
  [here, there] = [new WalletProcess(store), new WalletProcess(store)];
});

interface Line {
  readonly amount?: bigint;
  readonly vendor?: number;
  readonly reference?: string;
  readonly bank?: string;
}
const topUp = ({
  amount = 500n,
  vendor = 1,
  reference = 'FT-1',
  bank = 'GTBank',
}: Line = {}): BankMovement => ({
  type: 'top-up',
  line: { bank, reference, evidence: 'mail', vendor, amount: String(amount), pays: 'purchases' },
});
const settlement = ({ amount = 500n, fee = 20n, reference = 'FT-1' } = {}): BankMovement => ({
  type: 'settlement',
  line: {
    bank: 'GTBank',
    reference,
    evidence: 'mail',
    provider: 'monnify',
    amount: String(amount),
    fee: String(fee),
  },
});
const book = (
  movement: BankMovement,
  { process = here!, id = 'f1', who = 'grace', reason = 'Stock of March' } = {},
) =>
  new BookBankMovementHandler(process.connection, LIMIT).execute(
    new BookBankMovement(movement, reason, by(who), id),
  );
const agree = (process: WalletProcess, approver: string, id = 'f1') => grantIn(process, approver, id);
const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: { code: string }) => error.code);
const sound = async (books: Record<string, string>) => {
  const verified = await verifyLedger({ eventStore: store });
  expect([verified.problems, verified.sum]).toEqual([[], '0']);
  expect(verified.books).toMatchObject(books);
};

describe('money that our bank sends to a vendor', () => {
  it('is booked once from the bank to the float, with its reason and administrator', async () => {
    expect(await book(topUp())).toBe('booked');
    expect(await book(topUp())).toBe('booked');
    const [event, ...more] = await store.readStream(STREAM);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'VendorFloatToppedUp',
      actor: { kind: 'admin', id: 'grace' },
      data: {
        amount: '500',
        vendor: 1,
        reference: 'FT-1',
        reason: 'Stock of March',
        postings: [
          { account: 'vendor_float:1', amount: '500' },
          { account: 'bank:gtbank', amount: '-500' },
        ],
      },
    });
    await sound({ 'vendor_float:1': '500', 'bank:gtbank': '-500' });
  });

  it('goes to the payout account of a vendor that only pays transfers', async () => {
    const movement = topUp();
    await book({ type: 'top-up', line: { ...movement.line, vendor: 12, pays: 'transfers' } });
    await sound({ 'psp_payout:12': '500' });
  });

  it('is the same movement when another administrator books its line again, and a different movement is refused', async () => {
    await book(topUp());
    expect(await book(topUp({ reference: 'ft 1', bank: 'gt bank' }), { id: 'f2', who: 'eve' })).toBe(
      'before',
    );
    for (const other of [topUp({ amount: 600n }), topUp({ vendor: 2 }), settlement()])
      for (const id of ['f1', 'f2']) expect(await codeOf(book(other, { id }))).toBe('BANK_REFERENCE_USED');
    await sound({ 'vendor_float:1': '500' });
  });

  it('is booked once by two administrators in two processes at the same moment, 50 times', async () => {
    for (let round = 0; round < 50; round += 1) {
      const reference = `R-${round}`;
      const both = await Promise.all([
        book(topUp({ reference }), { id: `x${round}` }),
        book(topUp({ reference: ` r ${round}` }), { process: there!, id: `y${round}`, who: 'eve' }),
      ]);
      expect(both.toSorted()).toEqual(['before', 'booked']);
      const contrary = await Promise.all([
        codeOf(book(topUp({ reference: `C${round}` }), { id: `c${round}` })),
        codeOf(book(settlement({ reference: `C${round}` }), { process: there!, id: `d${round}` })),
      ]);
      expect(contrary.toSorted()).toEqual(['BANK_REFERENCE_USED', 'booked']);
    }
    await sound({});
  });

  it('whose answer is lost after the write is booked once when repeated', async () => {
    here!.connection.faults.append.push({ lose: true }, { lose: true });
    expect(await book(topUp())).toBe('booked');
    expect(await book(topUp(), { process: there! })).toBe('booked');
    expect(await store.readStream(STREAM)).toHaveLength(1);
  });

  it('is never also the payment of a customer, in either order', async () => {
    const claim = (reference: string) => ({
      commandId: 'f1',
      userId: USER,
      amount: '500',
      bank: 'GTBank',
      reference,
      evidence: 'mail',
      reason: 'Paid in',
    });
    const deps = { eventStore: store, wallets: here!.wallets };
    await book(topUp());
    expect(await codeOf(creditFromBank(deps, claim('FT-1'), by('eve')))).toBe('BANK_REFERENCE_USED');
    await creditFromBank(deps, claim('FT-2'), by('eve'));
    expect(await codeOf(book(topUp({ reference: 'FT-2' })))).toBe('BANK_REFERENCE_USED');
    await sound({});
  });
});

describe('a settlement of a payment provider', () => {
  it("moves the provider's debt to the bank, less the fee", async () => {
    expect(await book(settlement())).toBe('booked');
    await sound({ 'psp_receivable:monnify': '-520', 'bank:gtbank': '500', psp_fee: '20' });
  });

  it('is the same movement only with the same fee', async () => {
    await book(settlement({ fee: 0n }));
    expect(await codeOf(book(settlement({ fee: 1n }), { id: 'f2' }))).toBe('BANK_REFERENCE_USED');
    await sound({ 'psp_receivable:monnify': '-500' });
  });

  it('counts towards the limit with its fee', async () => {
    expect(await book(settlement({ amount: MUCH - 20n }))).toBe('booked');
    expect(await book(settlement({ amount: MUCH - 19n, reference: 'FT-2' }), { id: 'f2' })).toBe('waiting');
  });
});

describe('a movement above the limit', () => {
  const much = topUp({ amount: MUCH + 1n });

  it('is booked once in two processes when a second administrator agrees, with the ids of both', async () => {
    expect(await book(much)).toBe('waiting');
    expect(await book(much, { process: there! })).toBe('waiting');
    expect(await store.readStream(STREAM)).toEqual([]);
    expect(await codeOf(agree(here!, 'grace'))).toBe('APPROVAL_OWN');
    const both = await Promise.all([codeOf(agree(here!, 'eve')), codeOf(agree(there!, 'mia'))]);
    expect(both).toContain('APPROVAL_DECIDED');
    expect(await finishIn(here!, 'f1')).toMatchObject({
      standing: 'applied',
    });
    expect(await store.readStream(STREAM)).toMatchObject([
      {
        actor: { id: 'grace' },
        data: { commandId: 'f1', approvedBy: expect.stringMatching(/^(?:eve|mia)$/) },
      },
    ]);
    expect(await book(much)).toBe('booked');
    await sound({ 'vendor_float:1': String(MUCH + 1n) });
  });

  it('is requested once, and another movement under the same form is refused', async () => {
    await book(much);
    expect(await codeOf(book(topUp({ amount: MUCH + 2n })))).toBe('CHANGE_CONFLICT');
    expect(await codeOf(book(much, { who: 'eve' }))).toBe('CHANGE_CONFLICT');
    expect(await store.readStream(approvalStream('f1'))).toHaveLength(1);
  });

  it('lapses when its line was booked meanwhile, also by the same movement of another form', async () => {
    await book(much);
    await book(much, { id: 'f2', who: 'eve' });
    expect(await agree(here!, 'mia', 'f2')).toMatchObject({ standing: 'applied' });
    expect(await agree(there!, 'mia')).toMatchObject({
      standing: 'lapsed',
      why: expect.stringContaining('booked before'),
    });
    await sound({ 'vendor_float:1': String(MUCH + 1n) });
  });
});
