import { createHash } from 'node:crypto';
import type { ProjectedEvent } from '../../infra/projections/projection.js';
import type { EventData } from '../../infra/event-store/event-store.js';
import type { Product, Service } from '../contracts/services.js';
import type { Operation } from '../../infra/read-store/view.js';
import type { UserRow } from '../../read-models/users/users.view.js';

export interface Bought {
  readonly userId: string;
  readonly reference: string;
  readonly recipient: string;
  /** Events for `historyProjection`. */
  readonly events: readonly ProjectedEvent[];
  readonly reviews: readonly ProjectedEvent[];
}

const REVIEWED_EVERY = 20;
const UNDECIDED_OF = 25;
const WHYS = [
  'The vendor reports success for another amount.',
  'No answer for 24 hours, asked 9 times.',
  'The vendor answers code 044, which nobody listed.',
  'Sent to a vendor that was switched off since.',
] as const;

export const PURCHASES_START_MS = Date.parse('2025-03-01T00:00:00+01:00');
const YEAR_MS = 365 * 86_400_000;
export const CUSTOMERS = 20_000;
export const DECIDERS = 30;
export const customerId = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const deciderId = (number: number): string =>
  `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
const OPEN = 20;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
function referenceOf(bits: Buffer): string {
  let rest = BigInt(`0x${bits.subarray(0, 10).toString('hex')}`);
  let text = '';
  for (let digit = 0; digit < 16; digit += 1, rest >>= 5n) text = CROCKFORD[Number(rest & 31n)] + text;
  return `NL${text}`;
}

const SOLD: readonly (readonly [upTo: number, product: Product])[] = [
  [550, { service: 'airtime', network: 1 }],
  [900, { service: 'data', network: 1, planType: 1, plan: 1301, planName: '1GB - 1 day', codes: {} }],
  [960, { service: 'electricity', disco: 1, meterType: 'prepaid' } as unknown as Product],
  [994, { service: 'cable', provider: 1, plan: 101, planName: 'GOtv Max', codes: {} } as unknown as Product],
  [1_000, { service: 'exams', exam: 1, quantity: 1 } as unknown as Product],
];

const ROUND_PRICES = [5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000] as const;

function recipientOf(service: Service, digits: number): string {
  const eight = String(digits % 100_000_000).padStart(8, '0');
  if (service === 'electricity') return `451${eight}`;
  return service === 'cable' ? `70${eight}` : `+23480${eight}`;
}

interface Told {
  readonly opened: ProjectedEvent['opened'];
  readonly stream: string;
  readonly by: string;
}

export function purchaseOf(number: number, ofAll: number): Bought {
  const bits = createHash('sha256').update(`purchase ${number}`).digest();
  const dice = bits.readUInt32BE(12);
  const customer = bits.readUInt32BE(16) % CUSTOMERS;
  const userId = customerId(customer);
  const purchaseId = [0, 4, 6, 8, 10]
    .map((from, part) => bits.toString('hex', from, [4, 6, 8, 10, 16][part]))
    .join('-');
  const reference = referenceOf(bits);
  const acceptedMs = PURCHASES_START_MS + Math.floor((number / ofAll) * YEAR_MS);
  const product = SOLD.find(([upTo]) => dice % 1_000 < upTo)![1];
  const service: Service = product.service;
  const recipient = recipientOf(service, bits.readUInt32BE(20));
  const amount = bits.readUInt32BE(24);
  const price = String(
    service === 'airtime' ? ROUND_PRICES[amount % ROUND_PRICES.length]! : 5_000 + (amount % 500_000),
  );
  const about = {
    userId,
    purchaseId,
    service,
    price,
    availableAfter: '1000000',
    heldAfter: '0',
    postings: [],
  };
  const event = (
    type: string,
    laterMs: number,
    data: object,
    { opened, stream = `wallet-${userId}`, by = userId }: Partial<Told> = {},
  ): ProjectedEvent => ({
    event: {
      id: purchaseId,
      type,
      version: 1,
      at: new Date(acceptedMs + laterMs).toISOString(),
      actor: { kind: 'user', id: by },
      correlationId: purchaseId,
      causationId: purchaseId,
      data: data as EventData,
      stream,
      revision: 0,
      position: number,
      hash: '',
      previousHash: '',
    },
    opened,
  });
  const accepted = {
    ...about,
    reference,
    product,
    amount: price,
    discount: '0',
    vendor: 1,
    sealed: '',
  };
  const end = bits.readUInt32BE(28) % 2_000;
  const dealt = { stream: `purchase-${purchaseId}`, by: deciderId(dice % DECIDERS) };
  const vendor = 1 + (dice % 6);
  const asked = {
    ...about,
    attempt: 1,
    why: WHYS[dice % WHYS.length],
    order: {
      reference,
      service,
      amount: price,
      price,
      vendor,
      openedAt: new Date(acceptedMs).toISOString(),
      product,
    },
  };
  const decision = end < 1_200 ? 'refund' : 'delivered';
  const resolved = { ...about, attempt: 1, vendor, decision, reason: 'by phone', cost: price };
  return {
    userId,
    reference,
    recipient,
    events: [
      event('PurchaseAccepted', 0, accepted, { opened: { recipient } }),
      event('AttemptStarted', 20, { ...about, attempt: 1, vendor: 1, vendorReference: reference }),
      ...(number >= ofAll - OPEN
        ? []
        : end < 60
          ? [event('PurchaseReleased', 900, { ...about, vendor: 1, reason: 'declined' })]
          : [event('PurchaseCaptured', 900, { ...about, vendor: 1, cost: price })]),
      ...(number < ofAll - OPEN && end === 1_999
        ? [event('PurchaseReversed', 1_800, { ...about, vendor: 1, cost: price, reason: 'vendor' })]
        : []),
    ],
    reviews:
      number % REVIEWED_EVERY !== 0
        ? []
        : [
            event('ReviewRequired', 3_600_000, asked, dealt),
            ...(number >= ofAll - ofAll / UNDECIDED_OF
              ? []
              : [event('ReviewResolved', 5_400_000, resolved, dealt)]),
          ],
  };
}

const FIRST_NAMES = ['Ada', 'Bola', 'Chidi', 'Dayo', 'Emeka', 'Funke', 'Gbenga', 'Halima', 'Ifeoma', 'Jide'];
const LAST_NAMES = [
  'Okafor',
  'Adeyemi',
  'Balogun',
  'Nwosu',
  'Eze',
  'Lawal',
  'Danjuma',
  'Obi',
  'Bello',
  'Yusuf',
];
const HOSTS = ['gmail.com', 'yahoo.com', 'outlook.com'];

const of = (names: readonly string[], number: number): string => names[number % names.length]!;

export const nameOf = (number: number): string =>
  `${of(FIRST_NAMES, number)} ${of(LAST_NAMES, Math.floor(number / FIRST_NAMES.length))}`;

export const emailOf = (number: number): string =>
  `${nameOf(number).toLowerCase().replace(' ', '.')}${number}@${of(HOSTS, number)}`;

function row(number: number, more: Partial<UserRow>): UserRow {
  const name = nameOf(number);
  const [first = '', last = ''] = name.split(' ');
  return {
    user_id: customerId(number),
    role: 'user',
    tier: 'regular',
    first_name: first,
    last_name: last,
    name,
    email: emailOf(number),
    phone: `080${String(number).padStart(8, '0')}`,
    api_token: number % 3 === 0 ? `nl_...${number.toString(36).padStart(4, '0')}` : null,
    email_verified: true,
    frozen: false,
    identified: false,
    at: new Date(PURCHASES_START_MS - number * 60_000).toISOString(),
    ...more,
  };
}

export const registrations = (): readonly Operation[] => [
  ...Array.from({ length: CUSTOMERS }, (_, number): Operation => ({ op: 'put', row: row(number, {}) })),
  ...Array.from({ length: DECIDERS }, (_, number): Operation => ({
    op: 'put',
    row: row(number, {
      user_id: deciderId(number),
      role: 'admin',
      name: `Decider ${number}`,
      email: `decider${number}@example.test`,
    }),
  })),
];
