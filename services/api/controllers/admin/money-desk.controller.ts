import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { GetDeskAccounts } from '../../../../read-models/trial-balance/desk-accounts.query.js';
import { GetLedgerFloats } from '../../../../read-models/trial-balance/ledger-floats.query.js';
import type { Administrator } from '../../../administrators/administrators.js';
import { Catalog } from '../../../catalog/catalog.js';
import { FundingTerms } from '../../../catalog/funding-terms/funding-terms.js';
import { may } from '../../../contracts/admin/administrators.contract.js';
import { PAYMENT_PROVIDERS } from '../../../contracts/admin/money-desk.contract.js';
import { ownEntry } from '../../../contracts/own-entry.js';
import { BY_HAND, type PaymentName } from '../../../funding/funding.events.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { RuleBroken } from '../../../contracts/errors.js';
import { formatNaira, nairaFromKobo, type Kobo } from '../../../contracts/money.js';
import { FindCustomer } from '../../../customers/profile/profile.queries.js';
import { nameOf } from '../../../customers/user.state.js';
import { HOUSE_USER_ID } from '../../../ledger/streams.js';
import { accounts } from '../../../ledger/postings.js';
import { GetAllowance } from '../../../money-desk/alone/allowance.js';
import { AdjustWallet, type MoneyMoved } from '../../../money-desk/adjust-wallet.handler.js';
import type { BankMovement } from '../../../money-desk/approval.events.js';
import { BookBankMovement, floatUseOf } from '../../../money-desk/book-bank-movement.handler.js';
import { CreditManually } from '../../../money-desk/credit-manually.handler.js';
import { FundHouse } from '../../../money-desk/fund-house.handler.js';
import { SetTerms } from '../../../money-desk/set-terms.handler.js';
import { WalletStreams } from '../../../wallet/wallet.streams.js';
import { AdministratorContext, AdministratorOf, formIdsOf } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { BankNames } from '../../bank-names.js';
import { WrittenPositions } from '../../written-positions.js';

const commandIdOf = formIdsOf('9d0c5f0e-2a57-5b0e-8b9e-6f3a1c7d4e25');

export const seesWhose = (administrator: Administrator): boolean =>
  administrator.role === 'admin' && may(administrator, ['support', 'finance']);

const BEFORE = 'This line of the bank stood in the books already. Nothing has moved now.';
const ACCOUNT_WAITS =
  'Nothing has changed yet: another administrator has to approve the bank account or the higher charge. Every owner gets a mail.';
const WAITS = 'Nothing has moved yet: another administrator has to approve it.';
export function waitsFor({ provider, transactionReference }: PaymentName): string {
  const by = ownEntry<string>({ ...PAYMENT_PROVIDERS, [BY_HAND]: 'an administrator' }, provider) ?? provider;
  const reference = transactionReference && ` (${transactionReference})`;
  return `Nothing has moved yet: ${by} credited this amount lately${reference}. Another administrator has to approve it.`;
}

@Controller()
export class MoneyDeskController {
  constructor(
    private readonly commands: CommandBus,
    private readonly written: WrittenPositions,
    private readonly wallets: WalletStreams,
    private readonly catalog: Catalog,
    private readonly queries: QueryBus,
    private readonly terms: FundingTerms,
    private readonly bankNames: BankNames,
  ) {}

  @Serves('moneyDesk')
  async desk(@AdministratorOf() { userId }: Administrator): Promise<CallAnswer<'moneyDesk'>> {
    await this.written.projected(userId);
    const vendors = this.catalog.vendors();
    const terms = this.terms.current;
    const { bank } = terms;
    const [{ limit, left }, { available }, floats, { banks, receivables }] = await Promise.all([
      this.queries.execute(new GetAllowance(userId)),
      this.wallets.newest(HOUSE_USER_ID),
      this.queries.execute(new GetLedgerFloats(vendors.map(({ code }) => code))),
      this.queries.execute(new GetDeskAccounts()),
    ]);
    return {
      status: true,
      house_balance: nairaFromKobo(available),
      approval_limit: nairaFromKobo(limit),
      alone_left: nairaFromKobo(left),
      bank,
      terms: {
        monify_charges: nairaFromKobo(BigInt(terms.charge)),
        manual_funding_bank_name: bank,
        manual_funding_account_name: terms.accountName,
        manual_funding_account_number: terms.accountNumber,
        version: this.terms.version,
      },
      vendors: vendors
        .map(({ code, name }) => ({ code, name, balance: nairaFromKobo(floats.get(code) ?? 0n) }))
        .toSorted((one, other) => one.code - other.code),
      providers: Object.entries(PAYMENT_PROVIDERS).map(([code, name]) => ({
        code,
        name,
        balance: nairaFromKobo(receivables.get(code) ?? 0n),
      })),
      banks: [...banks].map(([slug, balance]) => ({
        name: accounts.bank(slug) === accounts.bank(bank) ? bank : slug,
        balance: nairaFromKobo(balance),
      })),
    };
  }

  /**
   * Refuses administrators without the permission to see customers (`seesWhose`), because the answer shows to
   * whom the email belongs.
   */
  @Serves('moneyDeskCustomer')
  async customer(
    @AdministratorOf() administrator: Administrator,
    @Body() { email }: CallInput<'moneyDeskCustomer'>,
  ): Promise<CallAnswer<'moneyDeskCustomer'>> {
    if (!seesWhose(administrator))
      throw new RuleBroken('PERMISSION_MISSING', { permission: 'support or finance' });
    const person = await this.queries.execute(new FindCustomer({ email }));
    const { available, held } = await this.wallets.newest(person.userId);
    return {
      status: true,
      user_id: person.userId,
      name: nameOf(person),
      email: person.email,
      phone_number: person.email === '' ? person.phone : '',
      balance: nairaFromKobo(available),
      held: nairaFromKobo(held),
    };
  }

  @Serves('adjustBalance')
  async adjust(
    @AdministratorContext() context: EventContext,
    @Body() body: CallInput<'adjustBalance'>,
  ): Promise<CallAnswer<'adjustBalance'>> {
    const { user_id: userId, before, after, kind, reason, form_id } = body;
    const name = await this.nameOfWallet(userId);
    const change = { before, after, kind };
    const commandId = commandIdOf(context, form_id);
    const moved = await this.commands.execute(new AdjustWallet(userId, change, reason, context, commandId));
    return this.told(
      moved,
      context,
      `The balance of ${name} is now ${formatNaira(after)}. It was ${formatNaira(before)}.`,
    );
  }

  @Serves('creditManually')
  async credit(
    @AdministratorContext() context: EventContext,
    @Body() body: CallInput<'creditManually'>,
  ): Promise<CallAnswer<'creditManually'>> {
    const { user_id: userId, amount, bank_reference: reference, depositor, evidence, reason } = body;
    const name = await this.nameOfCustomer(userId);
    const bank = await this.bankNames.known(body.bank, context);
    const payment = { userId, amount, bank, reference, depositor, evidence, reason };
    const commandId = commandIdOf(context, body.form_id);
    const moved = await this.commands.execute(new CreditManually(payment, context, commandId));
    const done = `${formatNaira(amount)} credited to ${name}.`;
    return this.told(moved, context, done, moved.likely && waitsFor(moved.likely));
  }

  @Serves('fundHouseWallet')
  async fundHouse(
    @AdministratorContext() context: EventContext,
    @Body() { amount, reason, form_id }: CallInput<'fundHouseWallet'>,
  ): Promise<CallAnswer<'fundHouseWallet'>> {
    const command = new FundHouse(amount, reason, context, commandIdOf(context, form_id));
    const moved = await this.commands.execute(command);
    return this.told(moved, context, `${formatNaira(amount)} added to the house wallet.`);
  }

  @Serves('topUpVendor')
  async topUp(
    @AdministratorContext() context: EventContext,
    @Body() { amount, vendor: code, ...line }: CallInput<'topUpVendor'>,
  ): Promise<CallAnswer<'topUpVendor'>> {
    const vendor = this.catalog.vendors().find((row) => row.code === code);
    if (!vendor)
      throw new RuleBroken('VALIDATION_FAILED', { field: 'vendor', reason: 'must be one of ours' });
    const pays = floatUseOf(vendor.services);
    const entry = await this.lineOf(amount, line, context);
    const movement = { type: 'top-up', line: { ...entry, vendor: code, pays } } as const;
    const done = `${formatNaira(amount)} booked to ${vendor.name}.`;
    return this.book(movement, line, context, done);
  }

  @Serves('settleProvider')
  async settle(
    @AdministratorContext() context: EventContext,
    @Body() { amount, fee, provider, ...line }: CallInput<'settleProvider'>,
  ): Promise<CallAnswer<'settleProvider'>> {
    const entry = await this.lineOf(amount, line, context);
    const movement = { type: 'settlement', line: { ...entry, provider, fee: String(fee) } } as const;
    const done = `${formatNaira(amount)} of ${PAYMENT_PROVIDERS[provider]} booked at ${entry.bank}.`;
    return this.book(movement, line, context, done);
  }

  @Serves('setFundingTerms')
  async setTerms(
    @AdministratorContext() context: EventContext,
    @Body() body: CallInput<'setFundingTerms'>,
  ): Promise<CallAnswer<'setFundingTerms'>> {
    const { monify_charges: charge, manual_funding_bank_name: bank, version: seen, confirm } = body;
    const { manual_funding_account_name: accountName, manual_funding_account_number: accountNumber } = body;
    const terms = { charge: String(charge), bank, accountName, accountNumber };
    const outcome = await this.commands.execute(new SetTerms(terms, seen, context, confirm === true));
    this.written.note(context.actor.id);
    if (outcome === 'waiting') return { status: true, message: ACCOUNT_WAITS, outcome };
    const byHand = bank === '' ? 'no account' : `${bank} ${accountNumber}`;
    return {
      status: true,
      outcome,
      message: `Customers now see a charge of ${formatNaira(charge)} per transfer, and ${byHand} for funding by hand.`,
    };
  }

  private async lineOf(
    amount: Kobo,
    {
      bank,
      bank_reference: reference,
      evidence,
    }: Pick<CallInput<'topUpVendor'>, 'bank' | 'bank_reference' | 'evidence'>,
    context: EventContext,
  ) {
    return {
      amount: String(amount),
      bank: await this.bankNames.known(bank, context),
      reference,
      evidence,
    };
  }

  private async book(
    movement: BankMovement,
    { reason, form_id }: { readonly reason: string; readonly form_id: string },
    context: EventContext,
    done: string,
  ): Promise<CallAnswer<'topUpVendor'>> {
    const command = new BookBankMovement(movement, reason, context, commandIdOf(context, form_id));
    const outcome = await this.commands.execute(command);
    this.written.note(context.actor.id);
    const message = { booked: done, before: BEFORE, waiting: WAITS }[outcome];
    return { status: true, message, outcome: outcome === 'waiting' ? 'waiting' : 'applied' };
  }

  private told(
    { outcome, available }: MoneyMoved,
    { actor }: EventContext,
    done: string,
    waits = WAITS,
  ): CallAnswer<'adjustBalance'> {
    this.written.note(actor.id);
    const message = outcome === 'applied' ? done : waits;
    return { status: true, message, outcome, balance: nairaFromKobo(available) };
  }

  private async nameOfCustomer(userId: string): Promise<string> {
    return nameOf(await this.queries.execute(new FindCustomer({ userId })));
  }

  private async nameOfWallet(userId: string): Promise<string> {
    return userId === HOUSE_USER_ID ? 'the house' : this.nameOfCustomer(userId);
  }
}
