import type { PlanTypeCode } from '../../contracts/data.contract.js';
import type { NetworkCode } from '../../contracts/fields/codes.js';
import type { StoredDataPlan } from '../catalog.events.js';
import { costAfter } from '../../products/product.js';
import { AIRTIME_COMMISSION_BP } from '../../products/airtime/airtime.product.js';

const CODE_OF_VTPASS: Readonly<Record<NetworkCode, string>> = { 1: 'mtn', 2: 'glo', 3: 'airtel', 4: 'eti' };

type Listed = readonly [size: string, validity: string, naira: number];

/**
 * Bundles at operators' prices, sold by VTpass. Sources: MTN after the tariff of February 2025
 * (talkingmobi.com/mtn-implements-ncc-directive-hikes-prices-of-data-sms,
 * arbiterz.com/mtn-raises-weekly-15gb-data-plan…, ekohotblog.com/data-plans-pricing-hike-nigerias-telecom);
 * Airtel (nairametrics.com, 18 February 2025); Glo and 9mobile (their *312# lists of 2025).
 */
const GIFTING: Readonly<Record<NetworkCode, readonly Listed[]>> = {
  1: [
    ['1GB', '1 day', 500],
    ['2GB', '2 days', 750],
    ['2.5GB', '2 days', 900],
    ['7GB', '7 days', 3_000],
    ['1.8GB', '30 days', 1_500],
    ['15GB', '30 days', 6_500],
    ['20GB', '30 days', 7_500],
  ],
  2: [
    ['1.1GB', '14 days', 750],
    ['2.6GB', '30 days', 1_000],
    ['5GB', '30 days', 1_500],
    ['6.15GB', '30 days', 2_000],
    ['10GB', '30 days', 3_000],
  ],
  3: [
    ['100MB', '1 day', 100],
    ['1GB', '1 day', 350],
    ['1GB', '7 days', 500],
    ['3GB', '30 days', 2_000],
    ['4GB', '30 days', 2_500],
    ['8GB', '30 days', 3_000],
    ['10GB', '30 days', 4_000],
    ['18GB', '30 days', 6_000],
    ['25GB', '30 days', 8_000],
  ],
  4: [
    ['1GB', '1 day', 300],
    ['2GB', '30 days', 1_000],
    ['4.5GB', '30 days', 2_000],
    ['11GB', '30 days', 4_000],
  ],
};

type Resold = readonly [
  planType: PlanTypeCode,
  size: string,
  naira: number,
  cost: number,
  vendorPlan: number,
];

/**
 * Data bundles that resellers share from SIM cards. The prices are from 2025 and 2026, and change weekly. The
 * last number of each row is the plan's id at the vendors that sell such bundles.
 */
const SHARED: Readonly<Record<NetworkCode, readonly Resold[]>> = {
  1: [
    [1, '500MB', 320, 300, 212],
    [1, '1GB', 600, 570, 213],
    [1, '2GB', 1_200, 1_140, 214],
    [1, '5GB', 3_000, 2_850, 216],
    [2, '500MB', 350, 330, 221],
    [2, '1GB', 650, 620, 222],
    [2, '5GB', 3_250, 3_100, 224],
    [4, '1GB', 580, 550, 231],
    [4, '3GB', 1_740, 1_650, 232],
  ],
  2: [
    [2, '500MB', 220, 205, 311],
    [2, '1GB', 430, 410, 312],
    [2, '5GB', 2_150, 2_050, 314],
  ],
  3: [
    [2, '500MB', 500, 480, 411],
    [2, '1GB', 800, 770, 412],
    [2, '5GB', 2_600, 2_500, 414],
  ],
  4: [
    [1, '1GB', 320, 300, 511],
    [2, '1GB', 350, 330, 512],
    [2, '5GB', 1_750, 1_650, 514],
  ],
};

const GIFTING_TYPE = 3;
const NETWORK_CODES: readonly NetworkCode[] = [1, 2, 3, 4];
const kobo = (naira: number): string => String(BigInt(naira) * 100n);

const betweenOf = (naira: number, cost: number): string => String((BigInt(naira + cost) * 100n) / 2n);

/**
 * Makes the code of a plan. Its four digits are the network, the plan type and a running number of
 * two digits.
 */
const codeOf = (network: NetworkCode, planType: PlanTypeCode, number: number): number =>
  network * 1_000 + planType * 100 + number;

function gifting(network: NetworkCode): StoredDataPlan[] {
  return GIFTING[network].map(([size, validity, naira], index) => ({
    code: codeOf(network, GIFTING_TYPE, index + 1),
    network,
    planType: GIFTING_TYPE,
    name: `${size} - ${validity}`,
    validity,
    price: kobo(naira),
    cost: String(costAfter(BigInt(naira) * 100n, AIRTIME_COMMISSION_BP[network])),
    codes: { vtpass: `${CODE_OF_VTPASS[network]}-${size.toLowerCase()}-${naira}` },
    on: true,
  }));
}

function shared(network: NetworkCode): StoredDataPlan[] {
  const numbers = new Map<PlanTypeCode, number>();
  return SHARED[network].map(([planType, size, naira, cost, vendorPlan]) => {
    const number = (numbers.get(planType) ?? 0) + 1;
    numbers.set(planType, number);
    return {
      code: codeOf(network, planType, number),
      network,
      planType,
      name: `${size} - 30 days`,
      validity: '30 days',
      price: kobo(naira),
      affiliatePrice: betweenOf(naira, cost),
      cost: kobo(cost),
      codes: { 'sme-data': String(vendorPlan) },
      on: true,
    };
  });
}

export const SEED_DATA_PLANS: readonly StoredDataPlan[] = NETWORK_CODES.flatMap((network) => [
  ...shared(network),
  ...gifting(network),
]);
