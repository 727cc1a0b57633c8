import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../../infra/event-store/testing/memory-event-store.js';
import { SERVICES } from '../../../contracts/services.js';
import { PIN, placeOrders } from '../../../purchases/testing/place-orders.js';
import { PurchaseWorld } from '../../../purchases/testing/purchase-world.js';
import { VOUCHER } from './voucher.product.js';

const ADA = { userId: 'ada', tier: 'regular', emailVerified: true, pinMac: 'mac' } as const;
const ORDER = {
  user: ADA,
  pin: PIN as string | undefined,
  confirmDuplicate: false,
  idempotencyKey: 'key-1',
  correlationId: 'request',
  actor: { kind: 'user', id: 'ada' } as const,
  network: 1,
  email: 'Ada@example.com',
  amount: 500_00n,
};

describe('a product that was just added', () => {
  let store: MemoryEventStore;
  let buy: (changes?: Partial<typeof ORDER>) => Promise<unknown>;

  beforeEach(async () => {
    store = new MemoryEventStore();
    const world = new PurchaseWorld(store);
    await world.fund('ada', 1_000_00n);
    const handler = placeOrders({ wallets: world.wallets });
    buy = (changes = {}) => {
      const order = { ...ORDER, ...changes };
      return handler.accept(order, VOUCHER.order(order), new Date());
    };
  });

  const accepted = async () =>
    (await store.readStream('wallet-ada')).filter(({ type }) => type === 'PurchaseAccepted');

  it('is held, sealed and answered like any other product', async () => {
    await expect(buy()).resolves.toMatchObject({ status: true, transaction_status: 'Pending' });
    const [purchase] = await accepted();
    expect(purchase?.data).toMatchObject({
      service: 'voucher',
      product: { service: 'voucher', network: 1 },
      amount: '50000',
      price: '49500',
      discount: '500',
      vendor: 21,
      heldAfter: '49500',
      availableAfter: '50500',
      sealed: JSON.stringify({ recipient: 'Ada@example.com' }),
    });
    await expect(buy()).resolves.toMatchObject({ status: true });
    expect(await accepted()).toHaveLength(1);
  });

  it.each([
    ['PIN_INCORRECT', { pin: '0000' }],
    ['VALIDATION_FAILED', { pin: undefined }],
    ['AMOUNT_BELOW_MIN', { amount: 99_99n }],
    ['AMOUNT_ABOVE_MAX', { amount: 5_000_01n }],
    ['INSUFFICIENT_FUNDS', { amount: 2_000_00n }],
  ])('is refused with %s, and nothing is held', async (code, changes) => {
    await expect(buy(changes)).rejects.toMatchObject({ code });
    expect(await accepted()).toHaveLength(0);
  });

  it('gives the vendor request, the label and the receipt fields', () => {
    const product = { service: 'voucher', network: 1 } as const;
    expect(VOUCHER.label(product)).toBe('Airtime 2 Cash, network 1');
    expect(VOUCHER.vendorRequest(product, 500_00n, { recipient: 'ada@example.com' })).toEqual({
      ...product,
      amount: 500_00n,
      email: 'ada@example.com',
    });
    expect(VOUCHER.vendorRequest(product, 500_00n, {})).toBeUndefined();
    expect(VOUCHER.receipt).toEqual([['recipient', 'Sent to']]);
  });
});

/**
 * Shared files that register a product, each in a line or two. The product's own folders, contract,
 * controller, documentation, vendor mapping and sandbox are not among them.
 */
const TOLD_TO = [
  'services/contracts/customer-side-calls.ts',
  'services/contracts/services.ts',
  'services/products/products.ts',
  'services/api/api.module.ts',
  'services/api/openapi/openapi-document.ts',
  'web/src/app/products.ts',
];

/** Matches files that are not counted: tests, the sandbox and the vendor mappings. */
const BESIDE = /\.spec\.tsx?$|\/(testing|e2e)\/|^services\/(sandbox|vendors)\//;

/** Files that import from the product's own folders and are outside of them. */
function toldTo(service: string): readonly string[] {
  const own = new RegExp(`(^|/)${service}[./-]`);
  const ofIt = new RegExp(`(^|/)${service}(/|\\.(contract|product|docs|controller)\\.)`);
  return ['services', 'read-models', 'infra', 'web/src']
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !BESIDE.test(file) && !own.test(file))
    .filter((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()\s*'(\.[^']+)'/g)].some(([, path]) =>
        ofIt.test(join(dirname(file), path!)),
      ),
    );
}

describe('a new product', () => {
  // Code for plan prices, meters and smartcards imports other products, too.
  it.each(['sms', 'bet'] as const)('is imported by the six shared files only: %s', (service) =>
    expect([...toldTo(service)].sort()).toEqual([...TOLD_TO].sort()),
  );

  it.each(TOLD_TO)('is registered in %s, like all existing products', (file) => {
    const text = readFileSync(file, 'utf8');
    const missing = SERVICES.filter(
      (service) =>
        !new RegExp(`['"/]${service}(['"./]|\\.(contract|product|docs|controller)\\.js)`).test(text),
    );
    expect(missing).toEqual([]);
  });
});
