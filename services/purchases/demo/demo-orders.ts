import type { Chances } from '../../products/product.js';
import type { Lookups, OrderContext, ProductDescriptor, ProductOrder } from '../../products/product.js';
import { PRODUCTS } from '../../products/products.js';

export class Dice implements Chances {
  constructor(private state = 20_260_310) {}

  next(): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return this.state / 0x8000_0000;
  }

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

export const DEMO_LOOKUPS: Lookups = {
  known: () => ({ name: 'ADA OKAFOR', address: '12 Allen Avenue, Ikeja' }),
  platformCustomer: () => Promise.resolve('ADA OKAFOR'),
  accountHolder: () => Promise.resolve({ name: 'ADA OKAFOR', bankName: 'GTBank' }),
};

interface DemoOrder {
  readonly share: number;
  readonly make: (dice: Dice, context: OrderContext) => ProductOrder | Promise<ProductOrder>;
}

const SOLD: readonly Pick<ProductDescriptor, 'service' | 'order' | 'demo'>[] = Object.values(PRODUCTS);

const ORDERS: readonly DemoOrder[] = SOLD.flatMap(({ order, demo }) =>
  order && demo
    ? {
        share: demo.share,
        make: (dice: Dice, context: OrderContext) =>
          order(demo.asked(dice, context.prices) as never, context),
      }
    : [],
);

const SHARES = ORDERS.reduce((sum, { share }) => sum + share, 0);

export function demoOrder(dice: Dice, context: OrderContext): ProductOrder | Promise<ProductOrder> {
  let left = dice.upTo(SHARES);
  for (const { share, make } of ORDERS) {
    if (left < share) return make(dice, context);
    left -= share;
  }
  throw new Error('the shares do not add up');
}
