/** How a purchase ends for the customer, and how often vendors are asked to deliver it. */
export interface End {
  readonly status: 'Successful' | 'Refunded' | 'Reversed' | 'Pending';
  /** Steps that have to be in its timeline, the last one last to come. */
  readonly steps: readonly string[];
  readonly posts: number;
  /** Naira charged in the end, where it is not the price. */
  readonly charged?: number;
}

/** One row of the table product x ending: how to buy it for a recipient whose last four digits choose the ending. */
export interface SoldProduct {
  readonly name: string;
  readonly path: string;
  readonly body: (recipient: string) => Readonly<Record<string, unknown>>;
  /** Whom it is for, as the vendors' own books name it. */
  readonly recipient: (ending: string) => string;
  /** Naira. */
  readonly price: number;
  /** Where it ends otherwise than everything else. */
  readonly ends?: Readonly<Record<string, End>>;
  /** A delivery comes with something to type in. */
  readonly tokenPin?: true;
}

/** Every ending of the sandbox, for a product sold by vendors that know our references. */
export const ENDS: Readonly<Record<string, End>> = {
  // Declined for sure: two other vendors are tried, each once.
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

/** A vendor that knows no reference of ours: what it did not answer is for a person, and it tells of no reversal. */
const WITHOUT_REFERENCES: Readonly<Record<string, End>> = {
  '0016': { status: 'Refunded', steps: ['refunded'], posts: 2 },
  '0040': { status: 'Successful', steps: ['delivered'], posts: 1 },
  '0300': LOST,
  '0301': LOST,
  '0500': LOST,
  '0014': LOST,
};

/** Sold by one vendor alone: nobody else is tried after a refusal. */
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
    // Nothing is delivered before the token is there.
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
    // Two of three pins came: two are charged.
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
