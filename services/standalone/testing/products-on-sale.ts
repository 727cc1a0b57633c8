/** Outcome of a purchase for the customer. */
export interface End {
  readonly status: 'Successful' | 'Refunded' | 'Reversed' | 'Pending';
  /** Steps required in the timeline; the last one comes last. */
  readonly steps: readonly string[];
  readonly posts: number;
  /** Naira charged in the end, if not the price. */
  readonly charged?: number;
}

/** Describes a product and how to buy it. The last four digits of the recipient choose the ending. */
export interface SoldProduct {
  readonly name: string;
  readonly path: string;
  readonly body: (recipient: string) => Readonly<Record<string, unknown>>;
  /** Recipient, as named in vendor statements. */
  readonly recipient: (ending: string) => string;
  /** In naira. */
  readonly price: number;
  /** Endings that differ from `ENDS`. */
  readonly ends?: Readonly<Record<string, End>>;
  /** True when a delivery includes a token or PIN. */
  readonly tokenPin?: true;
}

/** Endings of the sandbox, for vendors that know our references. */
export const ENDS: Readonly<Record<string, End>> = {
  // Declined for certain: two other vendors are tried once each.
  '0016': { status: 'Refunded', steps: ['refunded'], posts: 3 },
  '0099': { status: 'Successful', steps: ['pending', 'delivered'], posts: 1 },
  '0300': { status: 'Successful', steps: ['unknown', 'delivered'], posts: 1 },
  '0301': { status: 'Refunded', steps: ['unknown', 'refunded'], posts: 1 },
  '0040': { status: 'Reversed', steps: ['delivered', 'reversed'], posts: 1 },
  '0400': { status: 'Pending', steps: ['unknown', 'review'], posts: 1 },
  '0500': { status: 'Refunded', steps: ['unknown', 'refunded'], posts: 1 },
  '0083': { status: 'Successful', steps: ['unknown', 'delivered'], posts: 1 },
  '0014': { status: 'Successful', steps: ['unknown', 'delivered'], posts: 1 },
  '0044': { status: 'Pending', steps: ['review'], posts: 1 },
  '1234': { status: 'Successful', steps: ['delivered'], posts: 1 },
};

const LOST: End = { status: 'Pending', steps: ['unknown', 'review'], posts: 1 };

/** Endings at a vendor without our references: unanswered orders need a review, and reversals stay unknown. */
const WITHOUT_REFERENCES: Readonly<Record<string, End>> = {
  '0016': { status: 'Refunded', steps: ['refunded'], posts: 2 },
  '0040': { status: 'Successful', steps: ['delivered'], posts: 1 },
  '0300': LOST,
  '0301': LOST,
  '0500': LOST,
  '0014': LOST,
};

/** Endings with a single vendor: no failover after a refusal. */
const ONE_VENDOR: Readonly<Record<string, End>> = {
  '0016': { status: 'Refunded', steps: ['refunded'], posts: 1 },
};

const DELIVERED: End = { status: 'Successful', steps: ['delivered'], posts: 1 };

export const PRODUCTS_ON_SALE: readonly SoldProduct[] = [
  {
    name: 'airtime',
    path: '/api/buycard/',
    recipient: (ending) => `0803555${ending}`,
    body: (phone) => ({ amount: 100, network: 1, phone }),
    price: 99,
  },
  {
    name: 'data',
    path: '/api/buydata/',
    recipient: (ending) => `0803556${ending}`,
    body: (phone) => ({ datanetwork: 1, selectedDataPlan: 1301, phone }),
    price: 495,
  },
  {
    name: 'data, SME',
    path: '/api/buydata/',
    recipient: (ending) => `0803557${ending}`,
    body: (phone) => ({ datanetwork: 1, selectedDataPlan: '1102', phone }),
    price: 594,
    ends: WITHOUT_REFERENCES,
  },
  {
    name: 'cable',
    path: '/api/pay_cable/',
    recipient: (ending) => `101234${ending}`,
    body: (iuc) => ({ cablenetwork: 1, selectedcablePlan: 101, iuc }),
    price: 1_881,
  },
  {
    name: 'electricity, prepaid',
    path: '/api/pay_electricity_bill/',
    recipient: (ending) => `4512345${ending}`,
    body: (meterNumber) => ({
      meterNumber,
      meterType: 'Prepaid',
      amount: 1_000,
      phone: '08035551234',
      discoName: 18,
    }),
    price: 990,
    tokenPin: true,
    // A purchase is not delivered until its token has arrived.
    ends: { '0051': { status: 'Successful', steps: ['pending', 'delivered'], posts: 1 } },
  },
  {
    name: 'electricity, postpaid',
    path: '/api/pay_electricity_bill/',
    recipient: (ending) => `4512346${ending}`,
    body: (meterNumber) => ({
      meterNumber,
      meterType: 'Postpaid',
      amount: '1500.50',
      phone: '08035551234',
      discoName: '25',
    }),
    price: 1_485.49,
  },
  {
    name: 'exam pins',
    path: '/api/buyexam/',
    recipient: (ending) => `0803558${ending}`,
    body: (phone) => ({ examName: 2, quantity: 3, phone }),
    price: 3_861,
    tokenPin: true,
    // The vendor delivers two of three PINs, so two are charged.
    ends: { '0050': { ...DELIVERED, charged: 2_574 } },
  },
  {
    name: 'SMS',
    path: '/services/bulksms-pay/',
    recipient: (ending) => `234803559${ending}`,
    body: (phone) => ({ phone, senderid: 'AdaShop', messageBody: 'Your order is ready.' }),
    price: 2.9,
    ends: ONE_VENDOR,
  },
  {
    name: 'bet funding',
    path: '/services/bet-funding/',
    recipient: (ending) => `7712${ending}`,
    body: (clientId) => ({ amount: 100, betPlatform: 'BET9JA', clientId }),
    price: 100,
    ends: ONE_VENDOR,
  },
  {
    name: 'bank transfer',
    path: '/banking/transfer-money/',
    recipient: (ending) => `012345${ending}`,
    body: (user_account_number) => ({
      user_account_number,
      bank_name_code: '058',
      amount_to_withdrawal: '200.00',
      narration: 'Rent',
    }),
    price: 210,
    ends: ONE_VENDOR,
  },
];
