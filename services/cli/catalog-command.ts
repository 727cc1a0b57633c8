import type { Command } from 'commander';
import type { CatalogChange } from '../catalog/catalog.decider.js';
import type { PriceFlags } from './catalog-changes.js';
import type { CatalogOptions } from './ledger-commands.js';

type Run = (options: CatalogOptions) => Promise<void>;

const changes = () => import('./catalog-changes.js');

/** `ledger catalog …`. Every change is an event with its author. */
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
    .action(async (code: string, on: string) => change((await changes()).switchNetwork(code, on)));
  catalog
    .command('plan-type <network> <type> <on|off>')
    .description('switch a type of data plans of a network on or off')
    .action(async (network: string, type: string, on: string) =>
      change((await changes()).switchPlanType(network, type, on)),
    );
  withPrices(catalog.command('data-price <plan>').description('change prices of a data plan')).action(
    async (plan: string, flags: PriceFlags) => change((await changes()).priceDataPlan(plan, flags)),
  );
  withPrices(catalog.command('cable-price <plan>').description('change prices of a bouquet')).action(
    async (plan: string, flags: PriceFlags) => change((await changes()).priceCablePlan(plan, flags)),
  );
  withPrices(catalog.command('exam-price <exam>').description('change prices of one pin')).action(
    async (exam: string, flags: PriceFlags) => change((await changes()).priceExam(exam, flags)),
  );
  catalog
    .command('disco <code> <on|off>')
    .description('switch a distribution company on or off')
    .action(async (code: string, on: string) => change((await changes()).switchDisco(code, on)));
  catalog
    .command('discount <service> <tier> <percent>')
    .description('set what a tier saves of the list price')
    .action(async (service: string, tier: string, percent: string) =>
      change((await changes()).setDiscount(service, tier, percent)),
    );
  catalog
    .command('below-cost <service> <on|off>')
    .description('let a service be sold for less than it costs, or not')
    .action(async (service: string, on: string) => change((await changes()).allowBelowCost(service, on)));
  catalog
    .command('vendor <service> <code>')
    .description('choose the vendor that is asked first; 0 switches the service off')
    .action(async (service: string, code: string) => change((await changes()).chooseVendor(service, code)));
}

const withPrices = (command: Command): Command =>
  command
    .option('--price <naira>', 'list price of everybody')
    .option('--affiliate <naira>', 'list price of affiliates')
    .option('--cost <naira>', 'what the vendor charges')
    .option('--below-cost', 'allow that one of the prices is below the cost');
