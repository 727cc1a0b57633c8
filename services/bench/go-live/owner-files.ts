import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NETWORKS, type NetworkCode } from '../../contracts/fields/codes.js';
import { formatNaira } from '../../contracts/money.js';
import { csvOf, customerRow, type Row } from '../../moving-in/testing/customers-csv.js';
import { AIRTIME_COMMISSION_BP } from '../../products/airtime/airtime.product.js';
import { SME_NETWORK } from '../../vendors/sme-data/sme-data.vendor.js';
import { DATA_SERVICE } from '../../vendors/vtpass/service-ids.js';

export const VENDORS = { vtpass: 1, host: 4 } as const;

export const BRAND = {
  name: 'Ada Data',
  short_name: 'AdaData',
  colour: '#7a1f5c',
  dark_colour: '#e0a3cb',
  support_email: 'help@ada.example',
  support_phone: '08030000001',
  address: '12 Adeola Odeku Street, Lagos',
  sender: 'Ada Data',
} as const;

const LEGAL_TEXTS = {
  terms: '# Terms\n\nYou buy airtime and data from **Ada Data**.\n\n- Pay first.\n- Check the number.\n',
  privacy: '# Privacy\n\nWe keep your name, phone and email.\n',
  refunds: '# Refunds\n\nWhat is not delivered is refunded. Write to [us](mailto:help@ada.example).\n',
} as const;
export const LEGAL_NAMES = Object.keys(LEGAL_TEXTS) as (keyof typeof LEGAL_TEXTS)[];

export function writeBrandFiles(dir: string): void {
  writeFileSync(join(dir, 'brand.json'), JSON.stringify(BRAND, null, 2));
  for (const name of LEGAL_NAMES) writeFileSync(join(dir, `${name}.md`), LEGAL_TEXTS[name]);
}

interface SoldPlan {
  readonly code: number;
  readonly network: NetworkCode;
  readonly size: string;
  readonly days: number;
  /** Naira before the commission of VTpass. */
  readonly listed: number;
  readonly cost: string;
}

const DAYS = [1, 7, 30] as const;

export const FIRST_PLAN = 2_001;

function planOf(number: number): SoldPlan {
  const network = ((number % 4) + 1) as NetworkCode;
  const listed = 100 * (2 + (number % 97));
  return {
    code: FIRST_PLAN + number,
    network,
    size: `${number + 1}GB`,
    days: DAYS[number % DAYS.length]!,
    listed,
    cost: ((listed * (10_000 - AIRTIME_COMMISSION_BP[network])) / 10_000).toFixed(2),
  };
}

const hostCode = (number: number): string => String(7_001 + number);
const vtpassCode = ({ network, size }: SoldPlan): string =>
  `${DATA_SERVICE[network]}-own-${size.toLowerCase()}`;

export function writePlans(dir: string, count: number): void {
  const plans = Array.from({ length: count }, (_, number) => planOf(number));
  const head = `Service,Code,Plan,Price (NGN),Affiliate price (NGN),Cost (NGN),Network,Type,Size,Days,Sold,Place,Code at vendor ${VENDORS.vtpass},Code at vendor ${VENDORS.host}`;
  const lines = plans.map((plan, number) => {
    const { code, network, size, days, listed, cost } = plan;
    const cells = [
      'data',
      code,
      '',
      listed + 20,
      listed + 10,
      cost,
      NETWORKS[network],
      'SME',
      size,
      days,
      'yes',
    ];
    return [...cells, number + 1, vtpassCode(plan), hostCode(number)].join(',');
  });
  writeFileSync(join(dir, 'plans.csv'), [head, ...lines].join('\r\n'));
  const variationsOf = (service: string) =>
    plans
      .filter(({ network }) => DATA_SERVICE[network] === service)
      .map((plan) => ({
        variation_code: vtpassCode(plan),
        name: `${plan.size} - ${plan.days} days`,
        variation_amount: plan.listed.toFixed(2),
        fixedPrice: 'Yes',
      }));
  const lists = join(dir, 'vendor-lists');
  mkdirSync(lists);
  const write = (name: string, content: object): void =>
    writeFileSync(join(lists, name), JSON.stringify(content));
  write(
    'vtpass-variations.json',
    Object.fromEntries(Object.values(DATA_SERVICE).map((service) => [service, variationsOf(service)])),
  );
  write('sme-data-plans.json', {
    PLANS: plans.map(({ network, size, days, cost }, number) => ({
      dataplan_id: hostCode(number),
      network: SME_NETWORK[network],
      plan_type: 'SME',
      plan_network: NETWORKS[network].toUpperCase(),
      month_validate: `${days} days`,
      plan: size.replace('GB', '.0GB'),
      plan_amount: cost,
    })),
  });
}

/** Returns the number of values in the file. */
export function writeVendorsFile(to: string, vendorsUrl: string): number {
  const keys = { apiKey: `vendor-${VENDORS.vtpass}`, publicKey: 'PK_own', secretKey: 'SK_own' };
  const services = ['airtime', 'data', 'cable', 'electricity', 'exams'];
  const rows = [
    {
      code: VENDORS.vtpass,
      name: 'VTpass',
      adapter: 'vtpass',
      baseUrl: `${vendorsUrl}/api`,
      priority: 2,
      services,
    },
    {
      code: VENDORS.host,
      name: 'SME host',
      adapter: 'sme-data',
      baseUrl: `${vendorsUrl}/sme-data/api`,
      priority: 1,
      services: ['data'],
      apiKey: `vendor-${VENDORS.host}`,
    },
  ];
  const content = rows.map((row) => (row.adapter === 'vtpass' ? { ...row, ...keys } : row));
  writeFileSync(to, JSON.stringify(content, null, 2), { mode: 0o640 });
  return content.flatMap(Object.keys).length;
}

export const FIRST = { number: 7, email: 'ada7@old.test', reference: 'OLD-7', pin: '4826' } as const;
export const WITHOUT_EMAIL = { every: 50, from: 3, phone: '08030000003' } as const;

/** Returns the sum of the balances in naira. */
export function writeCustomers(to: string, count: number, passwordHash: string): string {
  let sum = 0n;
  const rows = Array.from({ length: count }, (_, number) => {
    const kobo = BigInt((number * 3_701) % 500_000);
    sum += kobo;
    const changed: Row = {
      'Password hash': passwordHash,
      'Balance (NGN)': nairaText(kobo),
      ...(number % WITHOUT_EMAIL.every === WITHOUT_EMAIL.from && { Email: '', 'Email verified': 'no' }),
    };
    return customerRow(number, changed);
  });
  writeFileSync(to, csvOf(...rows));
  return nairaText(sum);
}

const nairaText = (kobo: bigint): string => formatNaira(kobo).replace(/[^\d.]/g, '');
