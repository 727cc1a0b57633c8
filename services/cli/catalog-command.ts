import type { Command } from 'commander';
import type { CatalogChange } from '../catalog/catalog.decider.js';
import type { PriceFlags, TermsFlags } from './catalog-changes.js';
import type { CatalogOptions, PriceFileOptions, VendorListOptions } from './ledger-commands.js';
import { wholeNumber } from './seed-command.js';

type Run = (options: CatalogOptions) => Promise<void>;
type RunFile = (options: PriceFileOptions) => Promise<void>;
/** Prints the comparison. Returns the price file that applies the chosen differences. */
type RunList = (options: VendorListOptions) => Promise<string | undefined>;

const changes = () => import('./catalog-changes.js');

export function addCatalogCommands(program: Command, run: Run, runFile: RunFile, runList: RunList): void {
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
    .command('plan <service> <code> <on|off>')
    .description('sell a data plan, bouquet or exam pin, or stop selling it')
    .action(async (service: string, code: string, on: string) =>
      change((await changes()).switchPlan(service, code, on)),
    );
  catalog
    .command('retire <service> <code>')
    .description('take a data plan or bouquet off the list for good; what was bought is still delivered')
    .action(async (service: string, code: string) => change((await changes()).retirePlan(service, code)));
  catalog
    .command('plan-at-vendor <service> <code> <vendor> <on|off>')
    .description('sell a plan at one vendor account, or stop it there')
    .option('--reason <text>', 'why it is stopped; stored in the ledger')
    .action(
      async (
        service: string,
        code: string,
        vendor: string,
        on: string,
        { reason }: { readonly reason?: string },
      ) => change((await changes()).switchPlanAtVendor([service, code, vendor, on], reason)),
    );
  addFileCommands(catalog, runFile);
  addSyncCommand(catalog, runFile, runList);
  catalog
    .command('confirm-prices <version>')
    .description('let a new ledger sell at the prices of this version, which `show` prints; once')
    .action(async (version: string) => change((await changes()).confirmPrices(version)));
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
    .command('terms <service>')
    .description('set the range and the commissions of airtime or electricity')
    .option('--min <naira>', 'least amount of an order')
    .option('--max <naira>', 'highest amount of an order')
    .option('--commission <code=percent...>', 'what the vendor pays us at a network or electricity company')
    .action(async (service: string, flags: TermsFlags) =>
      change((await changes()).setAmountTerms(service, flags)),
    );
  catalog
    .command('below-cost <service> <on|off>')
    .description('let a service be sold for less than it costs, or not')
    .action(async (service: string, on: string) => change((await changes()).allowBelowCost(service, on)));
  catalog
    .command('vendor <service> <code>')
    .description('choose the vendor that is asked first; 0 switches the service off')
    .action(async (service: string, code: string) => change((await changes()).chooseVendor(service, code)));
  catalog
    .command('resume-account <vendor>')
    .description('ask a vendor again that refused our account')
    .requiredOption('--reason <text>', 'why; stored in the ledger')
    .action(async (vendor: string, { reason }: { readonly reason: string }) =>
      change((await changes()).resumeAccount(vendor, reason)),
    );
  catalog
    .command('lift-refusal <vendor> <product>')
    .description('ask a vendor again for a product that it refused, such as data/1102')
    .requiredOption('--reason <text>', 'why; stored in the ledger')
    .action(async (vendor: string, product: string, { reason }: { readonly reason: string }) =>
      change((await changes()).liftRefusal(vendor, product, reason)),
    );
}

interface ImportFlags {
  readonly apply?: boolean;
  readonly at?: string;
  readonly belowCost?: boolean;
  readonly stopMissing?: boolean;
}

function addFileCommands(catalog: Command, runFile: RunFile): void {
  catalog
    .command('export')
    .description('print every plan with its prices and codes as a CSV file')
    .action(() => runFile({}));
  catalog
    .command('import <file>')
    .description(
      'show what a CSV file of plans changes: new and changed plans, jumps, margins, plans that are missing; ends with 1 when a line is wrong',
    )
    .option('--apply', 'change it, all of it or nothing; the same file again changes nothing')
    .option('--at <moment>', 'change it from this moment on, ISO 8601 with an offset')
    .option('--below-cost', 'allow prices below the cost')
    .option('--stop-missing', 'stop selling the plans that the file leaves out')
    .action(async (file: string, { apply, at, belowCost = false, stopMissing = false }: ImportFlags) => {
      const { momentOf, readPriceFile } = await changes();
      const csv = await readPriceFile(file);
      const asked = { belowCost, stopMissing, ...(at !== undefined && { at: momentOf(at) }) };
      await runFile({ csv, ...(apply && { apply: asked }) });
    });
}

interface SyncFlags {
  readonly vendor: string;
  readonly apply?: string;
  readonly belowCost?: boolean;
}

function addSyncCommand(catalog: Command, runFile: RunFile, runList: RunList): void {
  catalog
    .command('sync')
    .description(
      "compare the vendor's own list with the catalogue: plans that are new, gone, dearer or without a code there. New plans are offered switched off",
    )
    .requiredOption('--vendor <code>', 'code of the vendor account')
    .option('--apply <names>', 'apply these differences, by the names that are printed, or `all`')
    .option('--below-cost', 'allow prices below the cost')
    .action(async ({ vendor, apply, belowCost = false }: SyncFlags) => {
      const choose = apply === 'all' ? apply : apply?.split(',').map((name) => name.trim());
      const csv = await runList({ vendor: wholeNumber(vendor), choose });
      if (csv !== undefined) await runFile({ csv, apply: { belowCost, stopMissing: false } });
    });
}

const withPrices = (command: Command): Command =>
  command
    .option('--price <naira>', 'list price of everybody')
    .option('--affiliate <naira>', 'list price of affiliates')
    .option('--cost <naira>', 'what the vendor charges')
    .option('--below-cost', 'allow that one of the prices is below the cost');
