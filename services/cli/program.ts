import { Command } from 'commander';
import type { UnparkReport } from '../../infra/projections/unpark-view.js';
import type { RebuildReport } from '../../infra/projections/rebuild-view.js';
import { PERMISSIONS } from '../contracts/admin/permissions.js';
import { addAuditCommands, type Telling } from './audit/audit-commands.js';
import { addCatalogCommands } from './catalog-command.js';
import { addImportCommand } from './moving-in/import-command.js';
import { addDataCommands, wholeNumber } from './seed-command.js';
import { addKeysCommand, addProofCommands } from './proof-commands.js';
import type { VendorListReport } from '../catalog/vendor-list/describe-list.js';
import type { CreateAdminOptions, InitReport, PriceFileReport, RunCommand } from './ledger-commands.js';
import { readConfig, readEnvironment, readSecretsDir } from './read-config.js';

const BEGUN_EVENTS = 2;

/** Exit code when the command line is mistyped. */
const MISTYPED = 2;

/**
 * Builds the command line. The code of each command is imported only when the command runs, so that
 * help starts fast (`imports.spec.ts`).
 */
export function ledgerProgram(telling: Telling): Command {
  const { print, complain } = telling;
  const program = new Command('ledger').description(
    'The operators’ and auditors’ command line of the ledger.',
  );
  // Call `exitOverride` before adding commands, because each added command copies this setting.
  program.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : MISTYPED));
  const run: RunCommand = async (name, options) => {
    const { runCommand } = await import('./run-command.js');
    return runCommand(await readConfig(), name, options, complain);
  };
  addReadingCommands(program, telling);
  addAuditCommands(program, readConfig, telling);
  addDataCommands(program, run, print);
  addInstallationCommands(program, run, telling);
  addDecidingCommands(program, run, print);
  addProofCommands(program, readConfig, print);
  addKeysCommand(program, readSecretsDir, print);
  addImportCommand(program, readConfig, run, telling);
  addCatalogCommands(
    program,
    async (options) => {
      const lines = (await run('catalog', options)) as readonly string[];
      for (const line of lines) print(line);
      if (options.change) print('The catalogue is changed.');
    },
    async (options) => {
      const { lines, right } = (await run('price-file', options)) as PriceFileReport;
      for (const line of lines) print(line);
      if (!right) process.exitCode = 1;
    },
    async (options) => {
      const { lines, csv } = (await run('vendor-list', options)) as VendorListReport;
      for (const line of lines) print(line);
      return csv;
    },
  );
  addBrandCommands(program, run, print);
  addLegalCommands(program, run, print);
  addVendorCommands(program, run, telling);
  addDoctorCommand(program, run, telling);
  addViewCommands(program, run, telling);
  return program;
}

function addReadingCommands(program: Command, { print, complain, begin }: Telling): void {
  program
    .command('verify')
    .description(
      'replay the log and check chains, postings, balances, purchases and seals, and that every view took it. Ends with 0 when nothing is wrong, 1 when something is, 2 when it could not finish',
    )
    .option(
      '--read-models',
      'also compare the figures of wallets, accounts and purchases; every read model: ledger -- compare',
    )
    .option(
      '--seals <file>',
      'also compare with seals kept outside the ledger, one JSON line each; default the file of SEAL_PUBLISH',
    )
    .option('--key <hex>', 'the public key of seals; default those of SECRETS_DIR')
    .option('--json', 'print JSON')
    .action(async (options: { readModels?: boolean; json?: boolean; seals?: string; key?: string }) => {
      const { readModels = false, json = false, ...kept } = options;
      begin();
      const { verify } = await import('./verify-command.js');
      process.exitCode = await verify(readConfig, { readModels, json, ...kept }, print, complain);
    });

  program
    .command('balances')
    .description('print the trial balance recomputed from the log')
    .option(
      '--unexplained',
      'print instead how much money the postings move other than their events state; ends with 1 when any, 2 when it could not finish',
    )
    .option('--json', 'print JSON')
    .action(async ({ unexplained, json = false }: { unexplained?: boolean; json?: boolean }) => {
      if (unexplained) {
        begin();
        const { printUnexplained } = await import('./audit/unexplained-command.js');
        process.exitCode = await printUnexplained(await readConfig(), json, print);
      } else {
        const { balances } = await import('./reading-commands.js');
        await balances(await readConfig(), json, print);
      }
    });

  program
    .command('events')
    .description(
      'print events, one JSON line each, personal data sealed; position is null where the store of a cluster does not tell it of a stream',
    )
    .option('--stream <name>', 'only this stream')
    .option('--after <n>', 'only after this position; with --stream, after this revision', wholeNumber)
    .option('--limit <n>', 'at most so many', wholeNumber, 1_000)
    .action(async (options: { stream?: string; after?: number; limit: number }) => {
      const { events } = await import('./reading-commands.js');
      await events(await readConfig(), options, print);
    });
}

function addBrandCommands(program: Command, run: RunCommand, print: Telling['print']): void {
  const brand = program
    .command('brand')
    .description('show the name, colours, logo and contacts that customers see, or change them')
    .option('--logo <file>', 'set the logo: a PNG, JPEG or WebP of at most 2 MB; every owner gets a mail')
    .option('--no-logo', 'remove the logo')
    .action(async ({ logo }: { logo?: string | false }) => {
      if (logo === undefined) return brand.help({ error: true });
      const { setLogo } = await import('./brand/brand-command.js');
      await setLogo(run, logo === false ? undefined : logo, print);
    });
  brand
    .command('show')
    .description('print the brand as JSON')
    .action(async () => {
      const { showBrand } = await import('./brand/brand-command.js');
      await showBrand(run, print);
    });
  brand
    .command('set <file>')
    .description('change the fields that a JSON file has, all of them or nothing; every owner gets a mail')
    .action(async (file: string) => {
      const { setBrand } = await import('./brand/brand-command.js');
      await setBrand(run, file, print);
    });
}

function addLegalCommands(program: Command, run: RunCommand, print: Telling['print']): void {
  const legal = program
    .command('legal')
    .description('show or publish the terms, the privacy policy and the refund policy');
  legal
    .command('show <page>')
    .description('print the published text of terms, privacy or refunds')
    .action(async (page: string) => {
      const { showLegalPage } = await import('./brand/legal-command.js');
      await showLegalPage(run, page, print);
    });
  legal
    .command('publish <page> <file>')
    .description(
      'publish a Markdown file without HTML as terms, privacy or refunds; every owner gets a mail, and new customers accept it',
    )
    .action(async (page: string, file: string) => {
      const { publishLegalFile } = await import('./brand/legal-command.js');
      await publishLegalFile(run, page, file, print);
    });
}

function addVendorCommands(program: Command, run: RunCommand, { print, begin }: Telling): void {
  program
    .command('check-vendors [vendor]')
    .description(
      'ask each vendor what moves no money: our keys, our balance, the codes of plans, an order by our reference, the address of webhooks, the clock. Resumes an account that was paused for its keys when they are right. Ends with 0 when nothing is wrong, 1 when something is, 2 when it could not finish',
    )
    .action(async (vendor?: string) => {
      begin();
      const { printVendorCheck } = await import('./check-vendors-command.js');
      process.exitCode = await printVendorCheck(run, vendor, print);
    });
}

function addDoctorCommand(program: Command, run: RunCommand, { print, begin }: Telling): void {
  program
    .command('doctor')
    .description(
      'say what stands between this installation and real money: settings, secrets, address, mail, vendors, funding, prices, owners, backup, seals, clock, disk and server, a line each with what to do. Stores nothing but what `check-vendors` stores. Ends with 0 when nothing is wrong, 1 when something is, 2 when a check could not finish',
    )
    .option('--mail-to <address>', 'also send a test mail there')
    .option('--json', 'print JSON')
    .action(async ({ mailTo, json = false }: { mailTo?: string; json?: boolean }) => {
      begin();
      const { doctor } = await import('./doctor/doctor-command.js');
      process.exitCode = await doctor(readEnvironment(), run, { mailTo, json }, print);
    });
}

function addInstallationCommands(program: Command, run: RunCommand, { print, complain }: Telling): void {
  program
    .command('make-secrets')
    .description('make the keys of a new ledger in SECRETS_DIR, once; what is there is left as it is')
    .action(async () => {
      const { makeClusterSecrets } = await import('../../infra/crypto/secrets.js');
      const secretsDir = await readSecretsDir();
      const made = makeClusterSecrets(secretsDir);
      print(
        made.length > 0 ? `made ${made.join(', ')} in ${secretsDir}` : `${secretsDir} has every key already`,
      );
    });

  program
    .command('init')
    .description(
      'begin a new ledger, once, with its first event; of a ledger that is there, write its identity to SECRETS_DIR and beside each store where it is missing',
    )
    .action(async () => {
      const { ledgerId, events } = (await run('init', {})) as InitReport;
      print(
        events <= BEGUN_EVENTS
          ? `ledger ${ledgerId} is begun`
          : `ledger ${ledgerId} has ${events} events already`,
      );
    });

  program
    .command('copy')
    .description('move a standalone ledger, whose server is stopped, into the event store of a cluster')
    .requiredOption('--from <data dir>', 'DATA_DIR of the ledger')
    .option('--from-secrets <dir>', 'its SECRETS_DIR, when that is not inside')
    .option('--to <url>', 'esdb://… of an empty event store; default EVENTSTORE_URL')
    .action(async (options: { from: string; fromSecrets?: string; to?: string }) => {
      const { copy } = await import('./copy-command.js');
      await copy(await readConfig(), options, print, complain);
    });

  program
    .command('create-admin')
    .description(
      'make an administrator; the password is asked for, or read from standard input when that is no terminal',
    )
    .requiredOption('--email <email>')
    .requiredOption('--first-name <name>')
    .requiredOption('--last-name <name>')
    .option('--permissions <names...>', `what they may do, of ${PERMISSIONS.join(', ')}; default everything`)
    .action(async (options: Omit<CreateAdminOptions, 'password'>) => {
      const { askPassword } = await import('./run-command.js');
      const password = await askPassword();
      await run('create-admin', { ...options, password });
      print(`${options.email} can sign in as administrator.`);
    });
}

function addDecidingCommands(program: Command, run: RunCommand, print: Telling['print']): void {
  program
    .command('resolve <purchaseId>')
    .description('decide a purchase that the vendor left open')
    .option('--refund', 'give the money back')
    .option('--successful', 'the vendor did deliver')
    .requiredOption('--reason <text>', 'why; stored in the ledger')
    .action(
      async (purchaseId: string, options: { refund?: boolean; successful?: boolean; reason: string }) => {
        if (Boolean(options.refund) === Boolean(options.successful))
          throw new Error('say either --refund or --successful');
        const decision = options.refund ? 'refund' : 'delivered';
        await run('resolve', { purchaseId, decision, reason: options.reason });
        print(`${purchaseId} is resolved: ${decision}.`);
      },
    );

  program
    .command('hold-sending')
    .description(
      'after a restore by copying files or in a cluster, before anything starts: sell and send nothing until `release-sending`, and ask the vendors about purchases accepted before now. `restore` does this by itself',
    )
    .requiredOption('--reason <text>', 'why; stored in the ledger')
    .action(async (options: { reason: string }) => {
      await run('hold-sending', options);
      print('Sending is held. `release-sending` ends it.');
    });

  program
    .command('release-sending')
    .description(
      'sell and send again after a restore, once the statements of the vendors were compared with the ledger',
    )
    .requiredOption('--reason <text>', 'what was compared; stored in the ledger')
    .action(async (options: { reason: string }) => {
      const released = await run('release-sending', options);
      print(released === true ? 'Sending is released.' : 'Sending was not held.');
    });

  program
    .command('forget <user>')
    .description(
      'erase a person, by email or id: their key is deleted, their email is free; every proof still verifies',
    )
    .action(async (who: string) => {
      const { userId, left } = (await run('forget', { who })) as {
        userId: string;
        left: string;
      };
      print(`${userId} is forgotten. ${left} stays in the wallet.`);
    });
}

const differenceIn = ({ differing }: RebuildReport): string =>
  differing === 0 ? 'it is what it was' : `${differing} rows differed`;

function addViewCommands(program: Command, run: RunCommand, { print, complain }: Telling): void {
  program
    .command('rebuild <view>')
    .description('fill a read model again beside the serving one, compare row for row, then swap')
    .option('--force', 'swap even when they differ')
    .option('--json', 'print JSON')
    .action(async (view: string, { force = false, json = false }: { force?: boolean; json?: boolean }) => {
      const { parkedLines } = await import('./reading-commands.js');
      const report = (await run('rebuild', { view, force })) as RebuildReport;
      print(
        json
          ? JSON.stringify(report)
          : `${view} is rebuilt from ${report.position} events: ${differenceIn(report)}.`,
      );
      for (const line of parkedLines([report])) complain(line);
      if (report.parked.length > 0) process.exitCode = 1;
    });

  program
    .command('unpark [view]')
    .description('after a fix, bring level the rows that views keep apart because an event could not be read')
    .option('--json', 'print JSON')
    .action(async (view: string | undefined, { json = false }: { json?: boolean }) => {
      const { unparkLines } = await import('./reading-commands.js');
      const reports = (await run('unpark', { view })) as readonly UnparkReport[];
      for (const line of json ? [JSON.stringify(reports)] : unparkLines(reports)) print(line);
      if (reports.some(({ parked }) => parked.length > 0)) process.exitCode = 1;
    });
}
