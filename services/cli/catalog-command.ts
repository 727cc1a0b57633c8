import { isEntryOf } from '../contracts/own-entry.js';
import type { Command } from 'commander';
import type { CatalogChange } from '../catalog/catalog.decider.js';
import type { StoredPrices } from '../catalog/catalog.events.js';
import { koboFromNaira } from '../contracts/money.js';
import { type DiscoCode, DISCOS } from '../contracts/electricity.contract.js';
import { type ExamCode, EXAMS } from '../contracts/exams.contract.js';
import { PLAN_TYPES, type PlanTypeCode } from '../contracts/data.contract.js';
import {
  type NetworkCode,
  NETWORKS,
  type Service,
  SERVICES,
  type Tier,
  TIERS,
} from '../contracts/services.js';
import type { CatalogOptions } from './ledger-commands.js';

type Run = (options: CatalogOptions) => Promise<void>;

interface PriceFlags {
  readonly price?: string;
  readonly affiliate?: string;
  readonly cost?: string;
  readonly belowCost?: boolean;
}

/** `ledger catalog …`: what is sold, at what price, and through whom. Every change is an event that says who made it. */
export function addCatalogCommands(program: Command, run: Run): void {
  const catalog = program.command('catalog').description('show the price list, or change it by an event');
  const change = (made: CatalogChange): Promise<void> => run({ change: made });

  catalog
    .command('show')
    .description('print the price list')
    .action(() => run({}));
  catalog
    .command('network <code> <on|off>')
    .description('switch airtime and data of a network on or off')
    .action((code: string, on: string) =>
      change({ type: 'SwitchNetwork', network: codeOf<NetworkCode>(NETWORKS, code), on: isOn(on) }),
    );
  catalog
    .command('plan-type <network> <type> <on|off>')
    .description('switch a type of data plans of a network on or off')
    .action((network: string, type: string, on: string) =>
      change({
        type: 'SwitchPlanType',
        network: codeOf<NetworkCode>(NETWORKS, network),
        planType: codeOf<PlanTypeCode>(PLAN_TYPES, type),
        on: isOn(on),
      }),
    );
  withPrices(catalog.command('data-price <plan>').description('change prices of a data plan')).action(
    (plan: string, flags: PriceFlags) =>
      change({ type: 'PriceDataPlan', code: Number(plan), prices: pricesOf(flags) }),
  );
  withPrices(catalog.command('cable-price <plan>').description('change prices of a bouquet')).action(
    (plan: string, flags: PriceFlags) =>
      change({ type: 'PriceCablePlan', code: Number(plan), prices: pricesOf(flags) }),
  );
  withPrices(catalog.command('exam-price <exam>').description('change prices of one pin')).action(
    (exam: string, flags: PriceFlags) =>
      change({ type: 'PriceExam', exam: codeOf<ExamCode>(EXAMS, exam), prices: pricesOf(flags) }),
  );
  catalog
    .command('disco <code> <on|off>')
    .description('switch a distribution company on or off')
    .action((code: string, on: string) =>
      change({ type: 'SwitchDisco', disco: codeOf<DiscoCode>(DISCOS, code), on: isOn(on) }),
    );
  catalog
    .command('discount <service> <tier> <percent>')
    .description('set what a tier saves of the list price')
    .action((service: string, tier: string, percent: string) =>
      change({
        type: 'SetDiscount',
        service: wordOf<Service>(SERVICES, service),
        tier: wordOf<Tier>(TIERS, tier),
        basisPoints: Math.round(Number(percent) * 100),
      }),
    );
  catalog
    .command('below-cost <service> <on|off>')
    .description('let a service be sold for less than it costs, or not')
    .action((service: string, on: string) =>
      change({ type: 'AllowBelowCost', service: wordOf<Service>(SERVICES, service), allowed: isOn(on) }),
    );
  catalog
    .command('vendor <service> <code>')
    .description('choose the vendor that is asked first; 0 switches the service off')
    .action((service: string, code: string) =>
      change({ type: 'ChooseVendor', service: wordOf<Service>(SERVICES, service), vendor: Number(code) }),
    );
}

const withPrices = (command: Command): Command =>
  command
    .option('--price <naira>', 'list price of everybody')
    .option('--affiliate <naira>', 'list price of affiliates')
    .option('--cost <naira>', 'what the vendor charges')
    .option('--below-cost', 'allow that one of the prices is below the cost');

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
