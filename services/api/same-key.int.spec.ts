import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { Catalog } from '../catalog/catalog.js';
import { InstallationPrices } from '../catalog/installation-prices.js';
import { type CallName, SHAPES, TOKEN_FIELDS } from '../contracts/calls.js';
import { PurchaseAnswer } from '../contracts/fields/http-fields.js';
import { PRODUCTS } from '../products/products.js';
import { placeOrders } from '../purchases/testing/place-orders.js';
import { PurchaseWorld } from '../purchases/testing/purchase-world.js';
import { startTestApi, type TestApi } from './testing/client.js';

/** Two valid values per field of each purchase call. */
const ORDERED: Readonly<Record<string, Readonly<Record<string, readonly [unknown, unknown]>>>> = {
  buyAirtime: { amount: [500, 600], network: [1, 2], phone: ['08031234567', '08051234567'] },
  buyData: { datanetwork: [1, 2], selectedDataPlan: [1301, 1302], phone: ['08031234567', '08051234567'] },
  payCable: { cablenetwork: [2, 1], selectedcablePlan: [201, 202], iuc: ['1012345678', '1012345679'] },
  payElectricity: {
    meterNumber: ['45123456789', '45123456780'],
    meterType: ['Prepaid', 'Postpaid'],
    amount: [1_000, 2_000],
    phone: ['08031234567', '08051234567'],
    discoName: [18, 19],
  },
  buyExam: { examName: [1, 2], quantity: [1, 2], phone: ['08031234567', '08051234567'] },
  fundBet: { amount: [500, 600], betPlatform: ['BET9JA', 'BETKING'], clientId: ['ada77', 'ada78'] },
  sendSms: {
    phone: ['08031234567', '08031234567,08051234567'],
    senderid: ['AdaShop', 'AdaStore'],
    messageBody: ['Ready.', 'Ready now.'],
  },
  transferMoney: {
    bank_name_code: ['058', '044'],
    user_account_number: ['0123456789', '0123456780'],
    amount_to_withdrawal: [1_000, 2_000],
    narration: ['for the rent', 'for the car'],
  },
};

/** Fields that do not change the order. */
const BESIDE: Readonly<Record<string, readonly [unknown, unknown] | undefined>> = {
  ...Object.fromEntries(TOKEN_FIELDS.map((name) => [name, undefined])),
  transaction_pin: undefined,
  passkey: undefined,
  /** Confirms the same order after `POSSIBLE_DUPLICATE`. */
  confirm_duplicate: [true, false],
  /** Price that the customer agreed to before ordering. */
  quoted_price: [undefined, 1],
  /** Ignored, because the bank states both names. */
  user_bank_name: ['GTBank', 'Access Bank'],
  user_account_name: ['Ada', 'Obi'],
};

const fieldsOf = (call: string): string[] =>
  Object.keys((SHAPES[call as CallName].request as { shape: object }).shape);
const CALLS_THAT_BUY = Object.entries(SHAPES).flatMap(([call, { answer }]) =>
  (answer as unknown) === PurchaseAnswer ? [call] : [],
);
const CHANGES = CALLS_THAT_BUY.flatMap((call) =>
  fieldsOf(call).flatMap((field): (readonly [string, string, unknown, 200 | 409])[] => {
    const [ordered, beside] = [ORDERED[call]?.[field], BESIDE[field]];
    if (ordered) return [[call, field, ordered[1], 409]];
    return beside ? [[call, field, beside[1], 200]] : [];
  }),
);

let api: TestApi;
let browser: Record<string, string>;
const bought = new Set<string>();
beforeAll(async () => {
  api = await startTestApi();
  browser = await api.browser('customer');
  const world = new PurchaseWorld(new MemoryEventStore());
  await world.fund('customer', 1_000_000_00n);
  const { config } = api.product;
  const prices = new Catalog(config);
  const handler = placeOrders({
    wallets: world.wallets,
    prices,
    ownPrices: new InstallationPrices(prices, config),
    platformCustomer: async () => 'ADA OBI',
    accountHolder: async (_, bankCode) => ({ name: 'ADA OBI', bankName: `Bank ${bankCode}` }),
  });
  api.product.behave = async (command) => {
    bought.add(command.service);
    await handler.execute(command);
  };
});
afterAll(() => api.app.close());

/** Status of an order under an idempotency key of its call and field. */
async function statusOf(call: string, field: string, changes: object): Promise<number> {
  const body = Object.fromEntries(Object.entries(ORDERED[call]!).map(([name, [value]]) => [name, value]));
  const headers = { ...browser, 'idempotency-key': `${call}-${field}` };
  // Confirm duplicates, because equal orders follow each other.
  const order = { ...body, transaction_pin: '4826', confirm_duplicate: true, ...changes };
  return (await api.ask(call as CallName, order, headers)).status;
}

it('covers every purchase call, field by field', () => {
  expect(Object.keys(ORDERED).sort()).toEqual([...CALLS_THAT_BUY].sort());
  for (const [call, fields] of Object.entries(ORDERED))
    expect([call, ...Object.keys(fields).sort()]).toEqual([
      call,
      ...fieldsOf(call)
        .filter((field) => !Object.hasOwn(BESIDE, field))
        .sort(),
    ]);
});

it.each(CHANGES)(
  'answers the same key for %s with another %s (%p) with %d',
  async (call, field, other, status) => {
    expect(await statusOf(call, field, {})).toBe(200);
    expect(await statusOf(call, field, {})).toBe(200);
    expect(await statusOf(call, field, { [field]: other })).toBe(status);
  },
);

it('buys every product on order', () => {
  expect([...bought].sort()).toEqual(
    Object.entries(PRODUCTS)
      .flatMap(([service, product]) => ('order' in product ? [service] : []))
      .sort(),
  );
});
