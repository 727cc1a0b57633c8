import { fact, systemContext } from '../../../../infra/event-store/event-context.js';
import { NO_STREAM, type NewEvent } from '../../../../infra/event-store/event-store.js';
import { Brands } from '../../../brand/brands.js';
import type { StoredFundingTerms } from '../../../catalog/catalog.events.js';
import { FundingTerms } from '../../../catalog/funding-terms/funding-terms.js';
import { HeldProbes } from '../../../catalog/routing/held-probes.js';
import { SEED } from '../../../catalog/seed/seed.js';
import type { Call, CallName } from '../../../contracts/calls.js';
import { CALLS } from '../../../contracts/calls.js';
import { may, type Permission } from '../../../contracts/admin/administrators.contract.js';
import type { PRODUCTS } from '../../../products/products.js';
import { RecentRecipients } from '../../../customers/beneficiaries/recent-recipients.js';
import { type EditUser, EditUserHandler } from '../../../customers/profile/edit-user.handler.js';
import { Codes } from '../../../customers/mailed-codes/codes.js';
import { fundingStream } from '../../../funding/funding.stream.js';
import { unmatchedPostings } from '../../../ledger/posting-rules.js';
import type { UserEdit } from '../../../customers/user.decider.js';
import { userStream } from '../../../customers/user.events.js';
import { HOUSE_USER_ID } from '../../../ledger/streams.js';
import { AdjustWallet, AdjustWalletHandler } from '../../../money-desk/adjust-wallet.handler.js';
import { AllowPayouts, AllowPayoutsHandler } from '../../../money-desk/allow-payouts.handler.js';
import { HouseSpending } from '../../../money-desk/alone/house-spending.js';
import { SetPrices, SetPricesHandler } from '../../../money-desk/alone/set-prices.handler.js';
import type { BankMovement, PriceWork } from '../../../money-desk/approval.events.js';
import { BookBankMovement, BookBankMovementHandler } from '../../../money-desk/book-bank-movement.handler.js';
import { SetBrand, SetBrandHandler } from '../../../money-desk/brand/set-brand.handler.js';
import {
  RecordChargeback,
  RecordChargebackHandler,
  WinChargeback,
  WinChargebackHandler,
} from '../../../money-desk/chargebacks/chargeback.handlers.js';
import { recordChargeback } from '../../../money-desk/chargebacks/chargebacks.js';
import { CreditManually, CreditManuallyHandler } from '../../../money-desk/credit-manually.handler.js';
import { FundHouse, FundHouseHandler } from '../../../money-desk/fund-house.handler.js';
import { SaveUserForm, SaveUserFormHandler } from '../../../money-desk/save-user-form.handler.js';
import { SetTerms, SetTermsHandler } from '../../../money-desk/set-terms.handler.js';
import {
  SettleUnmatched,
  SettleUnmatchedHandler,
  type UnmatchedEnd,
} from '../../../money-desk/settle-unmatched.handler.js';
import { PermitReviews } from '../../../purchases/review/permit-reviews.js';
import { PIN, placeOrders } from '../../../purchases/testing/place-orders.js';
import { type Installation, outcomeOf, SETTINGS } from './installation.js';

type Service = keyof typeof PRODUCTS;

/** Tries to move `amount` kobo. Resolves to an error code when the product refuses. */
export type Way = (who: string, amount: bigint) => Promise<unknown>;

const REASON = 'Found in the books';
const MONNIFY = 'monnify';

/** Acts that move money by hand or out of an account, by the name of the call. */
export function waysOf(on: Installation): Readonly<Partial<Record<CallName, Way>>> {
  const { store, people, by, id } = on;
  const { wallets, vault, users, sessions, secrets, limits, config } = people;
  const available = async (userId: string): Promise<bigint> => (await wallets.newest(userId)).available;
  const line = () => ({ bank: 'GTBank', reference: id(), evidence: 'mail' });

  const adjust: Way = async (who, amount) => {
    const before = await available(on.accomplice);
    const change = { before, after: before + amount };
    const command = new AdjustWallet(on.accomplice, change, REASON, by(who), id());
    return new AdjustWalletHandler(wallets, store, SETTINGS).execute(command);
  };
  const editing = new EditUserHandler(store, users, sessions, new Codes(secrets, limits), config);
  const forms = new SaveUserFormHandler(
    wallets,
    on.bus({
      EditUser: (command: EditUser) => editing.execute(command),
      AdjustWallet: (command: AdjustWallet) =>
        new AdjustWalletHandler(wallets, store, SETTINGS).execute(command),
    }),
    store,
  );
  /** Sets the balance of the accomplice by the form of a customer. */
  const saveForm: Way = async (who, amount) => {
    const balance = await available(on.accomplice);
    const administrator = await on.administrators.current({ userId: who, role: 'admin' });
    const [wanted, seen] = [
      { edit: {}, balance: balance + amount },
      { edit: {}, balance },
    ];
    return forms.execute(new SaveUserForm(on.accomplice, wanted, seen, REASON, administrator, by(who), id()));
  };
  const credit: Way = (who, amount) => {
    // A credit of an amount that a provider credited lately to the same person needs a second person.
    const payment = { ...line(), userId: on.customers[1]!, amount, depositor: 'ADA OBI', reason: REASON };
    const handler = new CreditManuallyHandler(wallets, store, vault, SETTINGS);
    return handler.execute(new CreditManually(payment, by(who), id()));
  };
  const fundHouse: Way = (who, amount) =>
    new FundHouseHandler(wallets, store, SETTINGS).execute(new FundHouse(amount, REASON, by(who), id()));
  const book = (who: string, movement: BankMovement): Promise<unknown> =>
    new BookBankMovementHandler(store, SETTINGS).execute(
      new BookBankMovement(movement, REASON, by(who), id()),
    );
  const topUp: Way = (who, amount) =>
    book(who, { type: 'top-up', line: { ...line(), amount: String(amount), vendor: 1, pays: 'purchases' } });
  const settle: Way = (who, amount) =>
    book(who, {
      type: 'settlement',
      line: { ...line(), amount: String(amount), provider: MONNIFY, fee: '0' },
    });

  const endUnmatched =
    (end: () => UnmatchedEnd): Way =>
    async (who, amount) => {
      const payment = { provider: MONNIFY, transactionReference: id() };
      const money = { provider: MONNIFY, paid: amount, settled: amount };
      const told = {
        ...payment,
        accountReference: 'NL-nobody',
        paid: String(amount),
        settled: String(amount),
      };
      const postings = unmatchedPostings(money).map((posting) => ({ ...posting }));
      await store.append(fundingStream(MONNIFY, payment.transactionReference), NO_STREAM, [
        fact('FundingReported', { ...payment, by: 'webhook' }, systemContext(on.now)),
        fact('FundingUnmatched', { ...told, postings }, systemContext(on.now)),
      ]);
      const handler = new SettleUnmatchedHandler(wallets, { charge: () => 0n }, store, SETTINGS);
      return handler.execute(new SettleUnmatched(payment, end(), REASON, by(who), id()));
    };

  /** Payment of the accomplice, and a dispute of it. */
  const disputed = async (amount: bigint) => {
    const payment = { provider: MONNIFY, transactionReference: id() };
    const digits = String(amount);
    const paid = { accountReference: 'NL-x', userId: on.accomplice, paid: digits, settled: digits };
    await store.append(fundingStream(MONNIFY, payment.transactionReference), NO_STREAM, [
      fact('FundingReported', { ...payment, by: 'webhook' }, systemContext(on.now)),
      fact('FundingVerified', { ...payment, ...paid }, systemContext(on.now)),
    ] as NewEvent[]);
    const funded = { ...payment, source: 'Bank transfer', paid: amount, settled: amount, charge: 0n };
    await wallets.handle(on.accomplice, { type: 'FundWallet', ...funded }, by('provider', 'system'));
    return { payment, facts: { dispute: id(), amount, fee: 0n, freeze: false, evidence: 'mail' } };
  };
  const chargeBack: Way = async (who, amount) => {
    const { payment, facts } = await disputed(amount);
    const handler = new RecordChargebackHandler(wallets, users, store, SETTINGS);
    return handler.execute(new RecordChargeback(payment, facts, REASON, by(who), id()));
  };
  /** Two others recorded the dispute before. */
  const winBack: Way = async (who, amount) => {
    const { payment, facts } = await disputed(amount);
    const as = { commandId: id(), reason: REASON, approvedBy: on.honest[1]! };
    await recordChargeback({ eventStore: store, wallets, users }, payment, facts, as, by(on.honest[0]!));
    const handler = new WinChargebackHandler(wallets, store, SETTINGS);
    const { dispute } = facts;
    return handler.execute(new WinChargeback({ provider: MONNIFY, dispute }, 'mail', REASON, by(who), id()));
  };

  const orders = placeOrders({
    wallets,
    prices: { probes: new HeldProbes(), state: { ...SEED, pricesConfirmed: true } },
    recipients: new RecentRecipients(store, vault),
    house: new HouseSpending(store, { seal: () => 'sealed' }, SETTINGS),
  });
  const order = (service: Service, amount: bigint) => ({
    service,
    recipient: '058/0123456789',
    what: id(),
    also: '',
    shownRecipient: '0123456789',
    sealed: { recipient: '0123456789' },
    offer: () => ({
      product: { service: 'transfer', bankCode: '058', bankName: 'GTBank' } as const,
      amount,
      discount: 0n,
      price: amount,
      expectedCost: amount,
      vendor: 1,
    }),
  });
  const request = { confirmDuplicate: true, correlationId: 'insider' };
  const buyForHouse =
    (service: Service): Way =>
    (who, amount) => {
      const user = { userId: HOUSE_USER_ID, tier: 'regular', emailVerified: true } as const;
      const asked = { ...request, user, pin: undefined, idempotencyKey: id(), actor: by(who).actor };
      return orders.accept(asked, order(service, amount), on.now);
    };

  const reviewedBy =
    (decision: 'delivered' | 'refund', parts: bigint): Way =>
    async (who, amount) => {
      const prices = Array.from({ length: Number(parts) }, () => amount / parts);
      const purchases = new Map(prices.map((price) => [id(), price]));
      const reload = async (purchaseId: string) => {
        const [price, reference] = [String(purchases.get(purchaseId)), id()];
        return {
          purchaseId,
          userId: on.accomplice,
          reference,
          price,
          phase: 'open',
          review: 'required',
        } as never;
      };
      const permits = new PermitReviews({ reload }, store, SETTINGS);
      await permits.permit({ purchaseIds: [...purchases.keys()], decision, reason: REASON }, by(who));
      on.reviewed += prices.reduce((sum, price) => sum + price, 0n);
    };

  return {
    adjustBalance: adjust,
    updateUser: saveForm,
    creditManually: credit,
    fundHouseWallet: fundHouse,
    topUpVendor: topUp,
    settleProvider: settle,
    assignUnmatched: endUnmatched(() => ({ type: 'assign', userId: on.accomplice })),
    returnUnmatched: endUnmatched(() => ({ type: 'return', line: line() })),
    recordChargeback: chargeBack,
    winChargeback: winBack,
    markSuccessful: reviewedBy('delivered', 1n),
    refundExternal: reviewedBy('refund', 1n),
    resolveMany: reviewedBy('refund', 4n),
    buyAirtime: buyForHouse('airtime'),
    buyData: buyForHouse('data'),
    payCable: buyForHouse('cable'),
    payElectricity: buyForHouse('electricity'),
    buyExam: buyForHouse('exams'),
    sendSms: buyForHouse('sms'),
    fundBet: buyForHouse('bet'),
    transferMoney: buyForHouse('transfer'),
  };
}

/** True when the permission opens the call. */
export const opens = (permissions: readonly Permission[], name: CallName): boolean =>
  may({ permissions }, (CALLS[name] as Call).permission ?? []);

/** Acts that open a door to money without moving it. Each resolves to `waiting` or to an error code. */
export function doorsOf(on: Installation) {
  const { store, people, by, id, catalogue } = on;
  const { wallets, users, sessions, secrets, limits, config, vault } = people;
  const prices = new SetPricesHandler(catalogue.stream, catalogue.catalog, store);
  const price = (who: string, change: PriceWork['change']): Promise<unknown> =>
    outcomeOf(prices.execute(new SetPrices(change, by(who), true)));
  const editing = new EditUserHandler(store, users, sessions, new Codes(secrets, limits), config);
  const orders = placeOrders({
    wallets,
    prices: { probes: new HeldProbes(), state: { ...SEED, pricesConfirmed: true } },
    recipients: new RecentRecipients(store, vault),
  });
  const setTerms = async (who: string, wanted: Partial<StoredFundingTerms>): Promise<unknown> => {
    await catalogue.stream.catchUp();
    const terms = new FundingTerms(catalogue.catalog, {
      FUNDING_CHARGE_NAIRA: '0',
      MANUAL_FUNDING_BANK: 'Wema',
      MANUAL_FUNDING_ACCOUNT_NAME: 'Ledger',
      MANUAL_FUNDING_ACCOUNT_NUMBER: '0123456789',
    } as ConstructorParameters<typeof FundingTerms>[1]);
    const handler = new SetTermsHandler(catalogue.stream, terms, store);
    const command = new SetTerms({ ...terms.current, ...wanted }, terms.version, by(who), true);
    return outcomeOf(handler.execute(command));
  };
  return {
    price,
    /** Another bank account into which customers pay. */
    bankAccount: (who: string) => setTerms(who, { accountNumber: '9999999999' }),
    /** A charge that takes most of what customers pay in. */
    charge: (who: string) => setTerms(who, { charge: '90000' }),
    /** Another phone number that customers trust. */
    contacts: async (who: string): Promise<unknown> => {
      const brands = new Brands(store);
      const { brand, version } = await brands.newest();
      const wanted = { ...brand, contacts: { ...brand.contacts, phone: '08039999999' } };
      return outcomeOf(new SetBrandHandler(brands, store).execute(new SetBrand(wanted, version, by(who))));
    },
    /** Another email of a customer, by which their password can be reset. */
    takeOver: (who: string, userId: string): Promise<unknown> =>
      editing.execute({
        userId,
        wanted: { email: `${id()}@thief.test` },
        seen: {},
        context: by(who),
      } as EditUser),
    saveForm: async (who: string, userId: string, edit: UserEdit): Promise<unknown> => {
      const administrator = await on.administrators.current({ userId: who, role: 'admin' });
      const bus = on.bus({ EditUser: (command: EditUser) => editing.execute(command) });
      const form = new SaveUserForm(userId, { edit }, { edit: {} }, undefined, administrator, by(who));
      return outcomeOf(new SaveUserFormHandler(wallets, bus, store).execute(form));
    },
    /** A new PIN by a mailed code, which reaches the thief. */
    resetPin: async (userId: string): Promise<void> => {
      const data = { userId, how: 'recovery', sealed: vault.seal(userId, { pinMac: 'mac' }) };
      const stream = userStream(userId);
      await store.append(stream, await store.head(stream), [fact('PinChanged', data, by(userId, 'user'))]);
      await users.reload(userId);
    },
    allowPayouts: (who: string, userId: string): Promise<unknown> =>
      outcomeOf(
        new AllowPayoutsHandler(users, store).execute(new AllowPayouts(userId, REASON, by(who), id())),
      ),
    /** A transfer to a new account by the thief, who knows the PIN. */
    transferFrom: async (userId: string, amount: bigint): Promise<unknown> => {
      const user = (await users.current(userId))!;
      await users.handle(userId, { type: 'VerifyEmail' }, by(userId, 'user'));
      const thief = { ...user, emailVerified: true, pinMac: 'mac' };
      const asked = {
        user: thief,
        pin: PIN,
        confirmDuplicate: true,
        correlationId: 'thief',
        idempotencyKey: id(),
        actor: by(userId, 'user').actor,
      };
      const offer = {
        product: { service: 'transfer', bankCode: '058', bankName: 'GTBank' } as const,
        amount,
        discount: 0n,
        price: amount,
        expectedCost: amount,
        vendor: 1,
      };
      const wanted = {
        service: 'transfer',
        recipient: '058/9999999999',
        what: id(),
        also: '',
        shownRecipient: '9999999999',
        sealed: { recipient: '9999999999' },
        offer: () => offer,
      } as const;
      return outcomeOf(orders.accept(asked, wanted, on.now));
    },
  };
}
