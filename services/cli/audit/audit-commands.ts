import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Bound } from '../../audit/export/export-journal.js';
import { JOURNAL_FORMATS } from '../../audit/export/journal-formats.js';
import { instantOf } from '../../contracts/fields/ledger-moment.js';
import type { Config } from '../../runtime/config.js';
import { asOf, type AsOfOptions } from './as-of-command.js';
import { backup, type BackupOptions, restore, type RestoreOptions } from './backup-command.js';
import { type ExportCommandOptions, exportLedger } from './export-command.js';
import { type PackCommandOptions, packLedger } from './pack-command.js';
import { addReconcileCommand } from './reconcile-command.js';

/** What auditors ask on the command line, beside what proves the log. */
export function addAuditCommands(
  program: Command,
  config: () => Config,
  print: (line: string) => void,
): void {
  program
    .command('export')
    .description(
      'print the journal: a transaction for each event that moves money, or every event (jsonl); both ends are included',
    )
    .addOption(new Option('--format <format>', 'for whom').choices(JOURNAL_FORMATS).makeOptionMandatory())
    .option('--from <bound>', 'first position, or first Lagos day as yyyy-MM-dd', bound)
    .option('--to <bound>', 'last position, or last Lagos day', bound)
    .option('--out <file>', 'write it there instead')
    .action((options: ExportCommandOptions) => exportLedger(config(), options));

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
    .action((options: AsOfOptions) => asOf(config(), options, print));

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
    .action((options: BackupOptions) => backup(config(), options, print));

  program
    .command('restore')
    .description(
      'make an empty DATA_DIR the ledger of a backup, verified; needs its SECRETS_DIR, and no server may run on it',
    )
    .requiredOption('--from <dir>', 'the folder of the backup')
    .option('--faulty', 'also a ledger that had faults when it was backed up; ends with 1')
    .option('--json', 'print JSON')
    .action((options: RestoreOptions) => restore(config(), options, print));

  program
    .command('pack')
    .description(
      'write one archive with journal, seals, public keys, trial balance and the verifier, which an outsider checks without a network: node verify.mjs',
    )
    .requiredOption('--out <file>', 'the archive, as pack.tar.gz')
    .option('--json', 'print JSON')
    .action((options: PackCommandOptions) => packLedger(config(), options, print));

  addReconcileCommand(program, config, print);
}

/** @throws InvalidArgumentError when it is neither */
function bound(typed: string): Bound {
  if (/^\d{1,15}$/.test(typed)) return { position: Number(typed) };
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed) && instantOf(typed)) return { day: typed };
  throw new InvalidArgumentError('must be a position or a day as yyyy-MM-dd');
}

/** @throws InvalidArgumentError when it is none */
function position(typed: string): number {
  if (/^\d{1,15}$/.test(typed)) return Number(typed);
  throw new InvalidArgumentError('must be a whole number');
}

/** Milliseconds since 1970. @throws InvalidArgumentError when it is neither */
function instant(typed: string): number {
  const named = instantOf(typed);
  if (named) return named.atMs;
  throw new InvalidArgumentError('must be a moment like 2026-03-01T09:30:00+01:00, or a day');
}
