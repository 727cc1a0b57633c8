import type { Service } from '../../../../services/contracts/services.js';

interface Tile {
  readonly name: string;
  readonly blurb: string;
  readonly delivery: string;
}

const FAST = { blurb: '1% off', delivery: 'Fast Delivery' } as const;

/** What the home page of administrators offers for the house to buy. With them, so that customers need not load it. */
export const HOUSE_TILES: Readonly<Partial<Record<Service, Tile>>> = {
  airtime: { name: 'Buy Airtime', ...FAST },
  data: { name: 'Buy Data', ...FAST },
  cable: { name: 'Pay 4 Cable', ...FAST },
  electricity: { name: 'Pay 4 Electricity', ...FAST },
  exams: { name: 'Pay 4 Exam Pins', ...FAST },
  sms: { name: 'Bulk SMS', ...FAST, blurb: 'As low as ₦3 per SMS' },
  bet: { name: 'Bet Wallet Funding', blurb: 'Every platform', delivery: 'Premium' },
  transfer: { name: 'Transfer 2 Others', blurb: 'To any bank', delivery: 'Instant Delivery' },
};
