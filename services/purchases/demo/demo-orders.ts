import type { BetPlatform } from '../../contracts/bet.contract.js';
import type { Kobo } from '../../contracts/money.js';
import type { NetworkCode } from '../../contracts/services.js';
import type { Lookups, OrderContext, Wanted } from '../../products/product.js';
import { PRODUCTS } from '../../products/products.js';

/** Chances that fall the same way each time. */
export class Dice {
  constructor(private state = 20_260_310) {}

  /** 0 to below 1. */
  next(): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return this.state / 0x8000_0000;
  }

  /** 0 to below the number. */
  upTo(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<One>(of: readonly One[]): One {
    const one = of[this.upTo(of.length)];
    if (one === undefined) throw new Error('there is nothing to choose from');
    return one;
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.upTo(10)).join('');
  }
}

/** In a demonstration everybody is found. */
export const DEMO_LOOKUPS: Lookups = {
  known: () => ({ name: 'ADA OKAFOR', address: '12 Allen Avenue, Ikeja' }),
  platformCustomer: () => Promise.resolve('ADA OKAFOR'),
  accountHolder: () => Promise.resolve({ name: 'ADA OKAFOR', bankName: 'GTBank' }),
};

const PLATFORMS: readonly BetPlatform[] = ['BET9JA', '1XBET', 'BETKING'];

type Make = (dice: Dice, context: OrderContext) => Wanted | Promise<Wanted>;

const naira = (amount: number): Kobo => BigInt(amount) * 100n;
const network = (dice: Dice): NetworkCode => dice.pick([1, 1, 1, 2, 3, 3, 4] as const);
const phone = (dice: Dice): string => `+234803${dice.digits(7)}`;

/** What people buy, as often as they buy it: airtime most of all. */
const ORDERS: readonly (readonly [share: number, make: Make])[] = [
  [
    38,
    (dice, context) =>
      PRODUCTS.airtime.order(
        { network: network(dice), phone: phone(dice), amount: naira(50 * (1 + dice.upTo(60))) },
        context,
      ),
  ],
  [
    30,
    (dice, context) => {
      const [plan, { network }] = dice.pick([...context.prices.state.dataPlans]);
      return PRODUCTS.data.order({ network, plan, phone: phone(dice) }, context);
    },
  ],
  [
    8,
    (dice, context) => {
      const [plan, { provider }] = dice.pick([...context.prices.state.cablePlans]);
      const asked = { provider, plan, iuc: `70${dice.digits(8)}`, phone: phone(dice) };
      return PRODUCTS.cable.order(asked, context);
    },
  ],
  [
    10,
    (dice, context) =>
      PRODUCTS.electricity.order(
        {
          ...{ disco: dice.pick([18, 19, 20] as const), meterType: 'prepaid' },
          ...{
            meter: `4512${dice.digits(7)}`,
            phone: phone(dice),
            amount: naira(1_000 * (1 + dice.upTo(15))),
          },
        },
        context,
      ),
  ],
  [
    3,
    (dice, context) =>
      PRODUCTS.exams.order({ exam: dice.pick([1, 2] as const), quantity: 1, phone: phone(dice) }, context),
  ],
  [
    4,
    (dice, context) =>
      PRODUCTS.sms.order(
        { phones: phone(dice), senderId: 'Shop', body: 'Your order is ready for collection.' },
        context,
      ),
  ],
  [
    5,
    (dice, context) =>
      PRODUCTS.bet.order(
        {
          platform: dice.pick(PLATFORMS),
          clientId: dice.digits(8),
          amount: naira(100 * (1 + dice.upTo(50))),
        },
        context,
      ),
  ],
  [
    2,
    (dice, context) =>
      PRODUCTS.transfer.order(
        {
          ...{ bankCode: '058', accountNumber: `01${dice.digits(8)}`, narration: '' },
          amount: naira(1_000 * (1 + dice.upTo(20))),
        },
        context,
      ),
  ],
];

const SHARES = ORDERS.reduce((sum, [share]) => sum + share, 0);

/** One order of somebody. */
export function demoOrder(dice: Dice, context: OrderContext): Wanted | Promise<Wanted> {
  let left = dice.upTo(SHARES);
  for (const [share, make] of ORDERS) {
    if (left < share) return make(dice, context);
    left -= share;
  }
  throw new Error('the shares do not add up');
}
