import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ledger, seed, type SeededUser } from '../../../infra/testing/product.js';
import { addCatalogCommands } from '../../cli/catalog-command.js';
import { askServer } from '../../cli/control-socket.js';
import type { VendorListReport } from '../../catalog/vendor-list/describe-list.js';
import type { CatalogOptions, PriceFileReport } from '../../cli/ledger-commands.js';
import { type CallAnswer, type CallName, CALLS, SHAPES } from '../../contracts/calls.js';
import { call, eventually, walletOf } from '../testing/callers.js';
import { eventsIn } from '../testing/facts-in.js';
import { takeProduct, type SharedProduct } from '../testing/shared-product.js';

let product: SharedProduct;
let ada: SeededUser;
let bola: SeededUser;

beforeAll(async () => {
  product = await takeProduct();
  [ada, bola] = (await seed(product.folder, 2, 100_000)) as [SeededUser, SeededUser];
});

afterAll(async () => {
  for (const change of [
    { type: 'SwitchNetwork', network: 4, on: true },
    { type: 'PriceDataPlan', code: 3301, prices: { price: '10000', affiliatePrice: '10000' } },
  ] as const)
    await askCatalog({ change });
  product?.giveBack();
});

/** Calls as Ada, and validates the shape of the answer. */
async function ask<Name extends CallName>(name: Name, body: object, user = ada): Promise<CallAnswer<Name>> {
  const { status, body: answer } = await call(product.url, user, CALLS[name].path, body);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(answer)}`);
  return SHAPES[name].answer.parse(answer) as CallAnswer<Name>;
}

async function refused(name: CallName, body: object, user = ada): Promise<object> {
  const { status, body: answer } = await call(product.url, user, CALLS[name].path, body);
  expect(answer['status']).toBe(false);
  return { status, code: answer['code'], message: answer['message'] };
}

/** Look-ups per person in 15 minutes, the default of `RATE_LIMIT_LOOKUPS`. */
const LOOKUPS = 60;

let keys = 0;
const order = (user: SeededUser, body: object) => ({ transaction_pin: user.pin, ...body });
const buy = (name: CallName, body: object, key = `key-${(keys += 1)}`) =>
  call(product.url, ada, CALLS[name].path, order(ada, body), { 'idempotency-key': key });

async function receiptOf(reference: unknown) {
  const { transaction } = await eventually(
    () => ask('transaction', { reference: String(reference) }),
    ({ transaction: { transaction_status } }) => transaction_status !== 'Pending',
  );
  return transaction;
}

const catalogCommand = (...words: string[]) => ledger(product.folder, ['catalog', ...words]);
const askCatalog = (options: CatalogOptions) =>
  askServer(product.folder, 'catalog', options, () => undefined);
/** Lines that the last `import` or `export` printed. */
let printed: readonly string[] = [];
/** Runs a `ledger` command line in this process. */
async function typed(...words: string[]): Promise<void> {
  const program = new Command();
  addCatalogCommands(
    program,
    async (options) => void (await askCatalog(options)),
    async (options) => {
      const { lines } = (await askServer(
        product.folder,
        'price-file',
        options,
        () => undefined,
      )) as PriceFileReport;
      printed = lines;
    },
    async (options) => {
      const asked = await askServer(product.folder, 'vendor-list', options, () => undefined);
      const { lines, csv } = asked as VendorListReport;
      printed = lines;
      return csv;
    },
  );
  await program.parseAsync(['catalog', ...words], { from: 'user' });
}
const heard = async (check: () => Promise<boolean>) => eventually(check, (so) => so);

describe('the catalogue', () => {
  it('[call:/api/catalogue/] lists the options, with Enugu as unavailable', async () => {
    const { discos, networks, exams, meter_types, services } = await ask('catalogue', {});
    expect(networks.map(({ code, name }) => [code, name])).toEqual([
      [1, 'Mtn'], [2, 'Glo'], [3, 'Airtel'], [4, '9mobile'],
    ]); // prettier-ignore
    expect(networks[0]?.plan_types.map(({ name }) => name)).toEqual([
      'SME',
      'Cooperate Gifting',
      'Gifting',
      'SME2',
    ]);
    expect(discos.filter(({ available }) => !available)).toEqual([
      { code: 26, name: 'Enugu', available: false },
    ]);
    expect(discos).toHaveLength(11);
    expect(exams.map(({ name, price }) => [name, price])).toEqual([
      ['WAEC', 3_960], ['NECO', 1_287], ['NABTEB', 1_188],
    ]); // prettier-ignore
    expect(meter_types.map(({ name }) => name)).toEqual(['Prepaid', 'Postpaid']);
    expect(services.find(({ service }) => service === 'data')).toEqual({
      service: 'data',
      available: true,
      discount_percent: 1,
    });
  });

  it('[call:/api/get_data_plan/] [call:/services/get-data-plans/] lists plans with prices', async () => {
    const body = { datanetwork: 1, selectedPlanType: 3 };
    const plans = await ask('dataPlans', body);
    expect(plans).toMatchObject({ planstatus: true, planMessage: '' });
    expect(plans.data_plans[0]).toEqual({ id: '1301', name: '1GB - 1 day', validity: '1 day', price: 495 });
    expect(await ask('dataPlansAlias', body)).toEqual(plans);
  });

  it('[text:No data plans available for the selected network.] is shown when there are none', async () => {
    expect(await ask('dataPlans', { datanetwork: '2', selectedPlanType: '1' })).toMatchObject({
      data_plans: [],
      planMessage: 'No data plans available for the selected network.',
    });
  });

  it('[call:/api/get_data_plan_prices/] [call:/services/get-data-price/] prices a plan', async () => {
    const body = { selectedDataPlan: '1301' };
    expect(await ask('dataPlanPrices', body)).toEqual({ status: true, price: 495, discount: 5 });
    expect(await ask('dataPriceAlias', body)).toEqual({ status: true, price: 495, discount: 5 });
    expect(await refused('dataPlanPrices', { selectedDataPlan: 9 })).toMatchObject({
      status: 404,
      code: 'PLAN_NOT_FOUND',
    });
  });

  it('[call:/api/get_cable_plans/] [call:/api/get_cable_prices/] lists and prices bouquets', async () => {
    const { cable_plans: plans } = await ask('cablePlans', { cablenetwork: 2 });
    expect(plans[0]).toEqual({ id: '201', name: 'Padi', price: 4_356 });
    expect(await ask('cablePrices', { cable_plan_code: plans[0]!.id })).toMatchObject({
      cable_plans_price: 4_356,
    });
  });

  it('[call:/api/exam_price/] prices pins by quantity', async () => {
    expect(await ask('examPrice', { examName: 1, quantity: 3 })).toMatchObject({ amount: 11_880 });
    expect(await refused('examPrice', { examName: 1, quantity: 21 })).toMatchObject({ status: 422 });
  });
});

describe('the owner of a number', () => {
  it('[call:/api/validate_meter/] [call:/api/validate_cable_iuc/] is shown, or that it is unknown', async () => {
    const meter = { disco_name: 18, meter_number: '45123451234', meter_type: 'Prepaid' };
    expect(await ask('validateMeter', meter)).toMatchObject({
      name: 'ADA OKAFOR',
      Address: '12 ADEOLA ODEKU STREET, LAGOS',
      minimum: 1_000,
    });
    expect(await refused('validateMeter', { ...meter, meter_number: '45123450404' })).toEqual({
      status: 404,
      code: 'CUSTOMER_NOT_FOUND',
      message: 'We could not find that meter number. Check the number and try again.',
    });
    expect(await ask('validateIuc', { iuc: '1012341234', cablenetwork: 2 })).toMatchObject({
      name: 'ADA OKAFOR',
      current_plan: 'DSTV Padi',
    });
    expect(await refused('validateIuc', { iuc: '1012340404', cablenetwork: 2 })).toMatchObject({
      code: 'CUSTOMER_NOT_FOUND',
    });
  });

  it('is rate limited, and known answers are cached', async () => {
    const card = (n: number) => ({ iuc: `10${999_000 + n}1234`, cablenetwork: 1 });
    await Promise.all(Array.from({ length: LOOKUPS }, (_, n) => ask('validateIuc', card(n), bola)));
    expect(await refused('validateIuc', card(LOOKUPS), bola)).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
    });
    await ask('validateIuc', card(0), bola);
  });

  it('is required to buy for a meter', async () => {
    const body = { meterNumber: '45123451234', meterType: 'Prepaid', phone: '08031234567', discoName: 18 };
    expect((await buy('payElectricity', { ...body, amount: 999 })).body).toMatchObject({
      status: false,
      code: 'AMOUNT_BELOW_MIN',
      message: 'amount: Minimum is ₦1,000.00.',
    });
  });
});

describe('buying', () => {
  it('[call:/api/buydata/] data: quoted, charged alike, delivered, in its history', async () => {
    const quote = await ask('dataQuote', { datanetwork: 1, selectedDataPlan: 1301 });
    const before = await walletOf(product.url, ada);
    expect(quote).toMatchObject({ amount: 500, price: 495, discount: 5, balance_after: before - 495 });
    const { status, body } = await buy('buyData', {
      datanetwork: 1,
      selectedDataPlan: '1301',
      phone: '+2348031234567',
    });
    expect([status, body]).toEqual([200, SHAPES.buyData.answer.parse(body)]);
    expect(await walletOf(product.url, ada)).toBe(quote.balance_after);
    expect(await receiptOf(body['reference'])).toMatchObject({
      service: 'data',
      product: 'Mtn 1GB - 1 day',
      amount: 495,
      face_value: 500,
      discount: 5,
      transaction_status: 'Successful',
      network: 'Mtn',
      phone_number: '+2348031234567',
    });
    const { all_user_transaction: rows } = await ask('dataTransactions', {});
    expect(rows.map(({ api_transaction_reference }) => api_transaction_reference)).toContain(
      body['reference'],
    );
  });

  it('the same key is the same purchase, and another plan under it is refused', async () => {
    const body = { datanetwork: 1, selectedDataPlan: 1302, phone: '08031230001' };
    const [first, second] = [await buy('buyData', body, 'once'), await buy('buyData', body, 'once')];
    expect(second.body).toEqual(first.body);
    expect((await buy('buyData', { ...body, selectedDataPlan: 1303 }, 'once')).body).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    expect((await buy('buyData', body)).body).toMatchObject({
      code: 'POSSIBLE_DUPLICATE',
      earlier_reference: first.body['reference'],
    });
    expect((await buy('buyData', { ...body, confirm_duplicate: true })).status).toBe(200);
  });

  it('a plan of another network is refused', async () => {
    const { body } = await buy('buyData', { datanetwork: 2, selectedDataPlan: 1301, phone: '08051230001' });
    expect(body).toMatchObject({ code: 'PLAN_NOT_FOUND' });
  });

  it('[call:/api/pay_cable/] cable: for the owner of the smartcard', async () => {
    await ask('validateIuc', { iuc: '1012349999', cablenetwork: 1 });
    const { body } = await buy('payCable', { cablenetwork: 1, selectedcablePlan: 101, iuc: '1012349999' });
    expect(await receiptOf(body['reference'])).toMatchObject({
      product: 'GoTV Smallie',
      amount: 1_881,
      phone_number: '1012349999',
      facts: [
        { label: 'Smartcard', value: '1012349999' },
        { label: 'Customer', value: 'ADA OKAFOR' },
      ],
    });
    expect((await ask('cableTransactions', {})).total).toBe(1);
  });

  it('[call:/api/pay_electricity_bill/] electricity: with a token to type in', async () => {
    const { body } = await buy('payElectricity', {
      meterNumber: '45123459999',
      meterType: 'prepaid',
      amount: '2000',
      phone: '08031234567',
      discoName: '18',
    });
    const receipt = await receiptOf(body['reference']);
    expect(receipt).toMatchObject({ amount: 1_980, token_pin: expect.stringMatching(/^\d{20}$/) });
    expect(receipt.facts).toEqual([
      { label: 'Meter', value: '45123459999' },
      { label: 'Token', value: expect.stringMatching(/^(\d{4} ){4}\d{4}$/), copy: true },
      { label: 'Units', value: '9.5 kWh' },
    ]);
    const { all_user_transaction: rows } = await ask('electricityTransactions', {});
    expect(rows[0]?.token_pin).toBe(receipt.token_pin);
  });

  it('electricity: two key changes and the credit of one text, each under its name', async () => {
    const { body } = await buy('payElectricity', {
      meterNumber: '45123450052',
      meterType: 'prepaid',
      amount: '2000',
      phone: '08031234567',
      discoName: '18',
    });
    const receipt = await receiptOf(body['reference']);
    const value = expect.stringMatching(/^(\d{4} ){4}\d{4}$/);
    expect(receipt.facts).toEqual([
      { label: 'Meter', value: '45123450052' },
      { label: 'KCT1', value, copy: true },
      { label: 'KCT2', value, copy: true },
      { label: 'Token', value, copy: true },
      { label: 'Units', value: '9.5' },
    ]);
  });

  it('[call:/api/buyexam/] exam pins: charged by the number delivered', async () => {
    const before = await walletOf(product.url, ada);
    const { body } = await buy('buyExam', { examName: 1, quantity: 3, phone: '08031230050' });
    const receipt = await receiptOf(body['reference']);
    expect(receipt).toMatchObject({ amount: 7_920, transaction_status: 'Successful' });
    expect(receipt.facts.map(({ label }) => label)).toEqual([
      'Pin 1',
      'Serial 1',
      'Pin 2',
      'Serial 2',
      'Delivered',
      'Given back',
    ]);
    expect(receipt.facts.slice(-2).map(({ value }) => value)).toEqual(['2 of 3', '₦3,960.00']);
    expect(await walletOf(product.url, ada)).toBe(before - 7_920);
    expect((await ask('examTransactions', {})).all_user_transaction[0]?.token_pin).toMatch(
      /^WRN\d+: \d{12}, /,
    );
  });

  it('Enugu is refused, and nothing is charged', async () => {
    const before = await walletOf(product.url, ada);
    const { body } = await buy('payElectricity', {
      meterNumber: '45123459998',
      meterType: 'Postpaid',
      amount: 2_000,
      phone: '08031234567',
      discoName: 26,
    });
    expect(body).toMatchObject({
      code: 'PLAN_DISABLED',
      message: 'Enugu is temporarily unavailable. You have not been charged.',
    });
    expect(await walletOf(product.url, ada)).toBe(before);
  });
});

describe('an administrator', () => {
  it('switches a network off and on at run time', async () => {
    const bought = { datanetwork: 4, selectedDataPlan: 4301, phone: '08091230001' };
    const first = await buy('buyData', bought, 'before-the-switch');
    expect(first.status).toBe(200);
    await catalogCommand('network', '4', 'off');
    await heard(async () => !(await ask('catalogue', {})).networks[3]!.available);
    expect((await buy('buyData', { ...bought, phone: '08091230002' })).body).toMatchObject({
      code: 'NETWORK_DISABLED',
      message: '9mobile is temporarily unavailable. You have not been charged.',
    });
    // The purchase was accepted before the switch, so its key still returns the same answer.
    expect((await buy('buyData', bought, 'before-the-switch')).body).toEqual(first.body);
    await typed('network', '4', 'on');
    await heard(async () => (await ask('catalogue', {})).networks[3]!.available);
  });

  it('changes a price for all later purchases', async () => {
    await catalogCommand('data-price', '3301', '--price', '120', '--affiliate', '110');
    await heard(async () => (await ask('dataPlanPrices', { selectedDataPlan: 3301 })).price === 118.8);
    const small = { datanetwork: 3, selectedDataPlan: 3301, phone: '08021230001' };
    expect((await buy('buyData', { ...small, quoted_price: 99 })).body).toMatchObject({
      code: 'PRICE_CHANGED',
      message: 'The price is now ₦118.80. Please confirm.',
    });
    expect((await buy('buyData', { ...small, quoted_price: '118.80' })).status).toBe(200);
    expect(await catalogCommand('show')).toMatch(/3301 +Airtel Gifting 100MB.*₦120\.00 +₦110\.00/);
    const changes = (await eventsIn(product.folder)).filter(({ stream }) => stream === 'catalog');
    expect(changes.at(-1)).toMatchObject({
      type: 'DataPlanSet',
      actor: { kind: 'admin', id: 'command-line' },
      data: { plan: { price: '12000' }, was: { price: '10000' } },
    });
  });

  it('offers, stops and retires plans, and takes a price file, by command', async () => {
    const file = join(product.folder, 'plans.csv');
    const head = 'Service,Code,Plan,Price (NGN),Cost (NGN),Network,Type,Size,Days,Code at vendor 4';
    writeFileSync(file, `${head}\ndata,1198,,900,800,Mtn,SME,3GB,7,290\n`);
    await typed('import', file);
    expect(printed).toEqual([
      'new      data 1198 Mtn SME 3GB - 7 days',
      '         price ₦900.00, affiliates ₦900.00, cost ₦800.00, Days - -> 7 days, Sold - -> yes, Code at vendor 4 - -> 290',
      '         margin regular ₦91.00, affiliate ₦91.00',
      expect.stringMatching(/^missing {2}data 1101 /),
      ...printed.slice(4, -1),
      expect.stringMatching(/^1 plans differ, 0 are as in the file, \d+ on sale are missing in it\.$/),
    ]);
    const price = () => refused('dataPlanPrices', { selectedDataPlan: 1198 });
    expect(await price()).toMatchObject({ code: 'PLAN_NOT_FOUND' });
    await typed('import', file, '--apply');
    expect(printed.at(-1)).toBe('1 plans are changed.');
    await typed('import', file, '--apply');
    expect(printed.at(-1)).toBe('0 plans are changed.');
    expect((await ask('dataPlanPrices', { selectedDataPlan: 1198 })).price).toBe(891);
    await typed('export');
    expect(printed[0]).toContain('data,1198,Mtn SME 3GB - 7 days,900.00,,800.00,Mtn,SME,3GB,7,yes,');
    await typed('plan', 'data', '1198', 'off');
    expect(await price()).toMatchObject({ code: 'PLAN_DISABLED' });
    await typed('plan', 'data', '1198', 'on');
    await typed('plan-at-vendor', 'data', '1198', '4', 'off', '--reason', 'Too dear');
    expect(await price()).toMatchObject({ code: 'PLAN_DISABLED' });
    await typed('plan-at-vendor', 'data', '1198', '4', 'on');
    await typed('retire', 'data', '1198');
    expect(await price()).toMatchObject({ code: 'PLAN_NOT_FOUND' });
    writeFileSync(file, `${head}\ndata,1198,,900,800,Glo,,,,290\n`);
    await typed('import', file, '--apply');
    expect(printed).toEqual(['line 2, Network: Network is Mtn for this code for ever; choose another code.']);
    await expect(typed('import', file, '--apply', '--at', 'soon')).rejects.toThrow(/--at/);
    await expect(typed('plan-at-vendor', 'data', '1101', '4', 'off')).rejects.toThrow(/--reason/);
  });

  it('offers a plan from the list of a vendor, switched off, by command', async () => {
    await typed('sync', '--vendor', '4');
    expect(printed[0]).toBe('4 Platonic');
    expect(printed.join('\n')).toMatch(/new +215 +SME 3\.0GB - 30 days: not offered; costs ₦1,710\.00/);
    await typed('sync', '--vendor', '4', '--apply', '215');
    const [, code] = /^new {6}data (\d+) Mtn SME 3GB - 30 days/.exec(printed[0]!)!;
    expect(printed.at(-1)).toBe('1 plans are changed.');
    const changes = (await eventsIn(product.folder)).filter(({ stream }) => stream === 'catalog');
    expect(changes.at(-1)).toMatchObject({
      type: 'DataPlanSet',
      actor: { kind: 'admin', id: 'command-line' },
      data: { plan: { code: Number(code), on: false, codes: { '4': '215' } }, was: null },
    });
    await typed('sync', '--vendor', '4');
    expect(printed.join('\n')).not.toMatch(/ 215 /);
    await expect(typed('sync', '--vendor', '4', '--apply', 'data/9')).rejects.toThrow(/no difference/);
    await typed('retire', 'data', code!);
  });

  it('gets an error message for invalid input', async () => {
    await expect(typed('network', '9', 'off')).rejects.toThrow(/must be one of 1 \(Mtn\)/);
    await expect(typed('network', '1', 'maybe')).rejects.toThrow(/say on or off/);
    await expect(typed('data-price', '1301')).rejects.toThrow(/--price/);
    await expect(typed('data-price', '1', '--price', '5')).rejects.toThrow(/not offered/);
    await expect(typed('discount', 'data', 'regular', '99')).rejects.toThrow(/50 percent/);
  });
});
