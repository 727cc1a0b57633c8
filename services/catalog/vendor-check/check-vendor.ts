import { randomUUID } from '../../../infra/host/chance.js';
import { CABLE_PROVIDERS } from '../../contracts/cable.contract.js';
import { codeAt, type CodedAccount, NETWORKS } from '../../contracts/fields/codes.js';
import { formatNaira } from '../../contracts/money.js';
import type { HeardAnswer, OnAnswer } from '../../vendors/http-call.js';
import type { AskedAttempt, CodedGroup, ListedPlan, VendorAdapter } from '../../vendors/vendor-adapter.js';
import type { CatalogState } from '../catalog.state.js';
import type { VendorRow } from '../vendor-rows.js';
import { wordsOf } from './vendor-words.js';

export const VENDOR_CHECKS = ['credentials', 'balance', 'codes', 'query', 'webhook', 'clock'] as const;

export interface CheckLine {
  readonly check: (typeof VENDOR_CHECKS)[number];
  readonly result: 'right' | 'wrong' | 'unknown';
  /** Our sentence. */
  readonly text: string;
  /** Text of the vendor's answer. Never store this text, because it may name a customer. */
  readonly said?: string;
}

export interface CheckedParts {
  readonly row: Pick<VendorRow, 'code' | 'adapter' | 'services'>;
  readonly open: (onAnswer: OnAnswer) => VendorAdapter;
  readonly plans: Pick<CatalogState, 'dataPlans' | 'cablePlans'>;
  readonly webhook: () => Promise<CheckLine>;
  readonly now: () => Date;
}

const CLOCK_MS = 60_000;
const NAMED_MAX = 10;

export async function checkVendor({
  row,
  open,
  plans,
  webhook,
  now,
}: CheckedParts): Promise<readonly CheckLine[]> {
  let heard: HeardAnswer | undefined;
  let clock: CheckLine = { check: 'clock', result: 'unknown', text: 'its answers do not tell the time' };
  const vendor = open((answer) => {
    heard = answer;
    if (answer.date !== undefined) clock = clockLine(answer.date - now().getTime());
  });
  const said = (): { readonly said?: string } => (heard ? wordsOf(heard.body) : {});

  const balance = await vendor.balance();
  const credentials: CheckLine =
    balance !== undefined
      ? { check: 'credentials', result: 'right', text: 'it accepts our keys' }
      : heard
        ? {
            check: 'credentials',
            result: 'wrong',
            text: 'it did not tell our balance: check its keys and its IP list',
            ...said(),
          }
        : { check: 'credentials', result: 'unknown', text: 'it did not answer: check its baseUrl' };
  const funds: CheckLine =
    balance === undefined
      ? { check: 'balance', result: 'unknown', text: 'it does not tell' }
      : balance > 0n
        ? { check: 'balance', result: 'right', text: `it holds ${formatNaira(balance)} for us` }
        : { check: 'balance', result: 'wrong', text: 'it holds nothing for us: fill the account' };
  heard = undefined;
  const query = await queryLine(vendor, row.services, now(), said);
  return [credentials, funds, await codesLine(vendor, row, plans), query, await webhook(), clock];
}

function clockLine(aheadMs: number): CheckLine {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return Math.abs(aheadMs) <= CLOCK_MS
    ? { check: 'clock', result: 'right', text: `its clock and ours differ by ${seconds} s` }
    : {
        check: 'clock',
        result: 'wrong',
        text: `our clock is ${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} its own`,
      };
}

async function queryLine(
  vendor: VendorAdapter,
  services: VendorRow['services'],
  now: Date,
  said: () => { readonly said?: string },
): Promise<CheckLine> {
  if (!vendor.capabilities.queryByClientReference)
    return {
      check: 'query',
      result: 'right',
      text: 'it keeps no reference of ours: an order without an answer goes to a person',
    };
  const service = services[0] ?? 'airtime';
  const request = { service, amount: 10_000n, network: 1, recipients: 1, quantity: 1 } as unknown;
  const vendorReference = vendor.mintReference(now, now, randomUUID());
  const answer = await vendor.query({ vendorReference, request: request as AskedAttempt['request'] });
  if (answer.outcome === 'notFound')
    return { check: 'query', result: 'right', text: 'it answers about orders by our reference' };
  if (answer.outcome === 'unknown' && answer.silent)
    return { check: 'query', result: 'unknown', text: 'it did not answer about an order' };
  return {
    check: 'query',
    result: 'wrong',
    text: 'it does not say that it never had an order: check its keys and its IP list',
    ...said(),
  };
}

interface Coded {
  readonly group: CodedGroup;
  readonly code: string;
  readonly name: string;
}

async function codesLine(
  vendor: VendorAdapter,
  account: CodedAccount,
  plans: CheckedParts['plans'],
): Promise<CheckLine> {
  const coded = codedPlans(account, plans);
  if (coded.length === 0)
    return { check: 'codes', result: 'right', text: 'no plan has a code of this vendor' };
  const { listedPlans } = vendor;
  if (!listedPlans)
    return {
      check: 'codes',
      result: 'unknown',
      text: `it offers no list to compare our ${coded.length} codes with`,
    };
  const lists = new Map<string, Promise<ReadonlySet<string> | undefined>>();
  const listOf = (group: CodedGroup) => {
    const key = JSON.stringify(group);
    if (!lists.has(key)) lists.set(key, codesIn(listedPlans(group)));
    return lists.get(key)!;
  };
  const compared = await Promise.all(
    coded.map(async (plan) => ({ ...plan, list: await listOf(plan.group) })),
  );
  const absent = compared.filter(({ list, code }) => list && !list.has(code));
  const unlisted = compared.filter(({ list }) => !list);
  if (absent.length > 0) {
    const named = absent.slice(0, NAMED_MAX).map(({ code, name }) => `${code} (${name})`);
    const more = absent.length > NAMED_MAX ? ` and ${absent.length - NAMED_MAX} more` : '';
    return { check: 'codes', result: 'wrong', text: `its list lacks ${named.join(', ')}${more}` };
  }
  return unlisted.length > 0
    ? {
        check: 'codes',
        result: 'unknown',
        text: `it did not list ${unlisted.length} of our ${coded.length} codes`,
      }
    : { check: 'codes', result: 'right', text: `its list has all ${coded.length} codes` };
}

async function codesIn(
  listed: Promise<readonly ListedPlan[] | undefined>,
): Promise<ReadonlySet<string> | undefined> {
  const plans = await listed;
  return plans && new Set(plans.map(({ code }) => code));
}

const codedPlans = (
  account: CodedAccount,
  { dataPlans, cablePlans }: CheckedParts['plans'],
): readonly Coded[] => [
  ...[...dataPlans.values()].flatMap(({ codes, network, name, on }): readonly Coded[] => {
    const code = on ? codeAt(codes, account) : undefined;
    const group = { service: 'data', network } as const;
    return code === undefined ? [] : [{ group, code, name: `${NETWORKS[network]} ${name}` }];
  }),
  ...[...cablePlans.values()].flatMap(({ codes, provider, name, on }): readonly Coded[] => {
    const code = on ? codeAt(codes, account) : undefined;
    const group = { service: 'cable', provider } as const;
    return code === undefined ? [] : [{ group, code, name: `${CABLE_PROVIDERS[provider]} ${name}` }];
  }),
];
