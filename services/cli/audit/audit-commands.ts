import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Bound } from '../../audit/export/export-journal.js';
import { JOURNAL_FORMATS } from '../../audit/export/journal-formats.js';
import { STATEMENT_FIELDS, THEIR_STATES } from '../../audit/reconcile/statement-columns.js';
import { instantOf } from '../../contracts/fields/lagos-instant.js';
import type { ReadConfig } from '../read-config.js';
import type { AsOfOptions } from './as-of-command.js';
import type { BackupOptions, RestoreOptions } from './backup-command.js';
import type { CompareOptions } from './compare-command.js';
import type { ExportCommandOptions } from './export-command.js';
import type { PackCommandOptions } from './pack-command.js';
import type { ReconcileCommandOptions } from './reconcile-command.js';
import type { WhyOptions } from './why-command.js';

type Print = (line: string) => void;

export interface Telling {
  readonly print: Print;
  readonly complain: Print;
  readonly begin: () => void;
}

export function addAuditCommands(program: Command, config: ReadConfig, telling: Telling): void {
  addBackupCommands(program, config, telling.print);
  addReconcileCommand(program, config, telling.print);
  addExplainingCommands(program, config, telling);
}

function addBackupCommands(program: Command, config: ReadConfig, print: Print): void {
  program
    .command('export')
    .description(
      'print the journal: a transaction for each event that moves money, or every event (jsonl); both ends are included',
    )
    .addOption(new Option('--format <format>', 'for whom').choices(JOURNAL_FORMATS).makeOptionMandatory())
    .option('--from <bound>', 'first position, or first Lagos day as yyyy-MM-dd', bound)
    .option('--to <bound>', 'last position, or last Lagos day', bound)
    .option('--out <file>', 'write it there instead')
    .action(async (options: ExportCommandOptions) => {
      const { exportLedger } = await import('./export-command.js');
      await exportLedger(await config(), options);
    });

  program
    .command('as-of')
    .description(
      'print the trial balance at a moment of the past, or one account, or one wallet; kobo, debit positive; customers are one account each kind',
    )
    .option('--at <moment>', 'ISO 8601, in Lagos unless it says where, or a Lagos day: its end', instant)
    .option('--position <n>', 'after the event at this position', position)
    .option('--wallet <who>', 'id or email of a customer')
    .option('--account <name>', 'as `balances` names it')
    .option('--json', 'print JSON')
    .action(async (options: AsOfOptions) => {
      const { asOf } = await import('./as-of-command.js');
      await asOf(await config(), options, print);
    });

  program
    .command('backup')
    .description(
      'copy a standalone ledger as it is at one moment, while it is used, and verify the copy; the keys of SECRETS_DIR are not in it',
    )
    .requiredOption('--to <dir>', 'an empty folder')
    .option(
      '--keys-to <dir>',
      'another empty folder, for a copy of SECRETS_DIR that has the key of everybody in the ledger',
    )
    .option('--json', 'print JSON')
    .action(async (options: BackupOptions) => {
      const { backup } = await import('./backup-command.js');
      await backup(await config(), options, print);
    });

  program
    .command('restore')
    .description(
      'make an empty DATA_DIR the ledger of a backup, verified; needs its SECRETS_DIR, and no server may run on it',
    )
    .requiredOption('--from <dir>', 'the folder of the backup')
    .option('--faulty', 'also a ledger that had faults when it was backed up; ends with 1')
    .option('--json', 'print JSON')
    .action(async (options: RestoreOptions) => {
      const { restore } = await import('./backup-command.js');
      await restore(await config(), options, print);
    });

  program
    .command('pack')
    .description(
      'write one archive with journal, seals, public keys, trial balance and the verifier, which an outsider checks without a network: node verify.mjs',
    )
    .requiredOption('--out <file>', 'the archive, as pack.tar.gz')
    .option('--json', 'print JSON')
    .action(async (options: PackCommandOptions) => {
      const { packLedger } = await import('./pack-command.js');
      await packLedger(await config(), options, print);
    });
}

function addReconcileCommand(program: Command, config: ReadConfig, print: Print): void {
  program
    .command('reconcile')
    .description(
      'compare our purchases with a vendor’s statement, or our funding with a PSP’s. Ends with 0 when all match, 1 when something differs, 2 when it could not be finished',
    )
    .option('--vendor <code>', 'our purchases at this vendor')
    .option('--psp <provider>', 'what came in by this payment provider, as `monnify`')
    .requiredOption('--statement <file or URL>', 'a CSV with a line of headers')
    .option('--from <day or moment>', 'the first that is compared; default the first day of the statement')
    .option('--to <day or moment>', 'the last, itself included; default the last day of the statement')
    .option(
      '--columns <field=header...>',
      `what its columns are called, where they are not recognised: ${STATEMENT_FIELDS.join(', ')}; amount=Amount+Fee adds two up; movement=Amount is one whose minus left our account there, direction=Kind one that says debit or credit`,
    )
    .option(
      '--statuses <word=meaning...>',
      `what its statuses, or the words of a column of directions, mean: ${THEIR_STATES.join(', ')}`,
    )
    .option('--json', 'print JSON, money in kobo')
    .action(async (options: ReconcileCommandOptions) => {
      const { reconcileCommand } = await import('./reconcile-command.js');
      process.exitCode = await reconcileCommand(config, options, print);
    });
}

function addExplainingCommands(
  program: Command,
  config: ReadConfig,
  { print, complain, begin }: Telling,
): void {
  program
    .command('compare')
    .description(
      'make every read model again from the log and compare it with what is shown, row by row, at the same position. Ends with 0 when nothing differs, 1 when something does, 2 when it could not finish',
    )
    .option('--view <name>', 'only this one')
    .option('--json', 'print JSON')
    .action(async (options: CompareOptions) => {
      begin();
      const { compare } = await import('./compare-command.js');
      process.exitCode = await compare(config, options, print, complain);
    });

  program
    .command('why <reference>')
    .description(
      'say why a purchase was charged what it was: who ordered it, the price rules and who set them, the price recomputed, the vendors asked, and what followed. Ends with 0 when the charge follows from the rules, 1 when it does not, 2 when that is not known',
    )
    .option('--json', 'print JSON')
    .action(async (reference: string, options: WhyOptions) => {
      begin();
      const { why } = await import('./why-command.js');
      process.exitCode = await why(config, reference, options, print, complain);
    });
}

/** @throws InvalidArgumentError for a text that is neither a position nor a day */
function bound(typed: string): Bound {
  if (/^\d{1,15}$/.test(typed)) return { position: Number(typed) };
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed) && instantOf(typed)) return { day: typed };
  throw new InvalidArgumentError('must be a position or a day as yyyy-MM-dd');
}

/** @throws InvalidArgumentError for a text that is not a whole number */
function position(typed: string): number {
  if (/^\d{1,15}$/.test(typed)) return Number(typed);
  throw new InvalidArgumentError('must be a whole number');
}

/**
 * Returns the last millisecond (Unix ms) of a typed time or day.
 * @throws InvalidArgumentError for any other text
 */
function instant(typed: string): number {
  const named = instantOf(typed);
  if (named) return named.atMs;
  throw new InvalidArgumentError('must be a moment like 2026-03-01T09:30:00+01:00, or a day');
}
