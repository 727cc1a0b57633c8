import { readFile, stat } from 'node:fs/promises';
import type { CatalogChange } from '../catalog/catalog.decider.js';
import type { StoredPrices } from '../catalog/catalog.events.js';
import { PLAN_TYPES, type PlanTypeCode } from '../contracts/data.contract.js';
import { type DiscoCode, DISCOS } from '../contracts/electricity.contract.js';
import { type ExamCode, EXAMS } from '../contracts/exams.contract.js';
import { AMOUNT_SERVICES, PLANNED_SERVICES, PRICED_SERVICES } from '../contracts/admin/prices.contract.js';
import { koboFromNaira } from '../contracts/money.js';
import { isEntryOf } from '../contracts/own-entry.js';
import { type Service, SERVICES, type Tier, TIERS } from '../contracts/services.js';
import { type NetworkCode, NETWORKS } from '../contracts/fields/codes.js';
import { wholeNumber } from './seed-command.js';

export interface PriceFlags {
  readonly price?: string;
  readonly affiliate?: string;
  readonly cost?: string;
  readonly belowCost?: boolean;
}

export const switchNetwork = (code: string, on: string): CatalogChange => ({
  type: 'SwitchNetwork',
  network: codeOf<NetworkCode>(NETWORKS, code),
  on: isOn(on),
});

export const switchPlanType = (network: string, type: string, on: string): CatalogChange => ({
  type: 'SwitchPlanType',
  network: codeOf<NetworkCode>(NETWORKS, network),
  planType: codeOf<PlanTypeCode>(PLAN_TYPES, type),
  on: isOn(on),
});

export const priceDataPlan = (plan: string, flags: PriceFlags): CatalogChange => ({
  type: 'PriceDataPlan',
  code: wholeNumber(plan),
  prices: pricesOf(flags),
});

export const priceCablePlan = (plan: string, flags: PriceFlags): CatalogChange => ({
  type: 'PriceCablePlan',
  code: wholeNumber(plan),
  prices: pricesOf(flags),
});

export const priceExam = (exam: string, flags: PriceFlags): CatalogChange => ({
  type: 'PriceExam',
  exam: codeOf<ExamCode>(EXAMS, exam),
  prices: pricesOf(flags),
});

export const switchDisco = (code: string, on: string): CatalogChange => ({
  type: 'SwitchDisco',
  disco: codeOf<DiscoCode>(DISCOS, code),
  on: isOn(on),
});

export const setDiscount = (service: string, tier: string, percent: string): CatalogChange => ({
  type: 'SetDiscount',
  service: wordOf<Service>(SERVICES, service),
  tier: wordOf<Tier>(TIERS, tier),
  basisPoints: basisPointsOf(percent),
});

export interface TermsFlags {
  readonly min?: string;
  readonly max?: string;
  readonly commission?: readonly string[];
}

export const setAmountTerms = (service: string, { min, max, commission }: TermsFlags): CatalogChange => ({
  type: 'SetAmountTerms',
  service: wordOf(AMOUNT_SERVICES, service),
  terms: {
    ...(min !== undefined && { minimum: koboOf('--min', min) }),
    ...(max !== undefined && { maximum: koboOf('--max', max) }),
    ...(commission && { commissions: Object.fromEntries(commission.map(commissionOf)) }),
  },
});

function commissionOf(typed: string): readonly [string, number] {
  const [, code, percent] = /^(\d{1,4})=(.+)$/.exec(typed) ?? [];
  if (code === undefined) throw new Error('--commission: write a code and percent, such as 1=3.4');
  return [code, basisPointsOf(percent!)];
}

function basisPointsOf(percent: string): number {
  if (/^\d{1,2}(?:\.\d{1,2})?$/.test(percent)) return Math.round(Number(percent) * 100);
  throw new Error(`${percent}: write a percent with at most two decimals, such as 3.4`);
}

export const allowBelowCost = (service: string, on: string): CatalogChange => ({
  type: 'AllowBelowCost',
  service: wordOf<Service>(SERVICES, service),
  allowed: isOn(on),
});

export const chooseVendor = (service: string, code: string): CatalogChange => ({
  type: 'ChooseVendor',
  service: wordOf<Service>(SERVICES, service),
  vendor: wholeNumber(code),
});

export const confirmPrices = (version: string): CatalogChange => ({
  type: 'ConfirmPrices',
  seen: wholeNumber(version),
});

export const switchPlan = (service: string, code: string, on: string): CatalogChange => ({
  type: 'SwitchPlan',
  service: wordOf(PRICED_SERVICES, service),
  code: wholeNumber(code),
  on: isOn(on),
});

export const retirePlan = (service: string, code: string): CatalogChange => ({
  type: 'RetirePlan',
  service: wordOf(PLANNED_SERVICES, service),
  code: wholeNumber(code),
});

export function switchPlanAtVendor(
  [service, code, vendor, on]: readonly [string, string, string, string],
  reason: string | undefined,
): CatalogChange {
  const plan = {
    service: wordOf(PLANNED_SERVICES, service),
    code: wholeNumber(code),
    vendor: wholeNumber(vendor),
  };
  if (isOn(on)) return { type: 'StartPlanAtVendor', ...plan };
  if (reason === undefined) throw new Error('say --reason');
  return { type: 'StopPlanAtVendor', ...plan, reason };
}

/** Unix ms. */
export function momentOf(typed: string): number {
  const at = /(Z|[+-]\d{2}:\d{2})$/.test(typed.slice(0, 40)) ? Date.parse(typed) : NaN;
  if (Number.isNaN(at)) throw new Error('--at: write a moment with its offset, 2026-12-01T08:00:00+01:00');
  return at;
}

export const resumeAccount = (vendor: string, reason: string): CatalogChange => ({
  type: 'ResumeVendorAccount',
  vendor: wholeNumber(vendor),
  reason,
});

export const liftRefusal = (vendor: string, product: string, reason: string): CatalogChange => ({
  type: 'LiftRefusal',
  vendor: wholeNumber(vendor),
  product,
  reason,
});

function pricesOf({ price, affiliate, cost, belowCost }: PriceFlags): Partial<StoredPrices> {
  const given = {
    ...(price !== undefined && { price: koboOf('--price', price) }),
    ...(affiliate !== undefined && { affiliatePrice: koboOf('--affiliate', affiliate) }),
    ...(cost !== undefined && { cost: koboOf('--cost', cost) }),
  };
  if (Object.keys(given).length === 0) throw new Error('say --price, --affiliate or --cost');
  return { ...given, ...(belowCost && { belowCost }) };
}

function koboOf(flag: string, naira: string): string {
  const kobo = koboFromNaira(naira);
  if (kobo === undefined) throw new Error(`${flag}: must be naira with at most two decimals`);
  return String(kobo);
}

function codeOf<Code extends number>(table: Readonly<Record<Code, string>>, typed: string): Code {
  if (isEntryOf(table, typed)) return Number(typed) as Code;
  const known = Object.entries(table).map(([code, name]) => `${code} (${String(name)})`);
  throw new Error(`${typed}: must be one of ${known.join(', ')}`);
}

function wordOf<Word extends string>(words: readonly Word[], typed: string): Word {
  if ((words as readonly string[]).includes(typed)) return typed as Word;
  throw new Error(`${typed}: must be one of ${words.join(', ')}`);
}

function isOn(typed: string): boolean {
  if (typed === 'on' || typed === 'off') return typed === 'on';
  throw new Error(`${typed}: say on or off`);
}

const PRICE_FILE_MEGABYTES_MAX = 4;

/** Checks the size before reading, so that a huge file does not fill the memory. */
export async function readPriceFile(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > PRICE_FILE_MEGABYTES_MAX * 1_048_576)
    throw new Error(`${path} has more than ${PRICE_FILE_MEGABYTES_MAX} MB: is it the right file?`);
  return readFile(path, 'utf8');
}
