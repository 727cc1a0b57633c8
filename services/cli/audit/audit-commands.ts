import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Bound } from '../../audit/export/export-journal.js';
import { JOURNAL_FORMATS } from '../../audit/export/journal-formats.js';
import type { Config } from '../../runtime/config.js';
import { type ExportCommandOptions, exportLedger } from './export-command.js';

/** What auditors ask on the command line, beside what proves the log. */
export function addAuditCommands(program: Command, config: () => Config): void {
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
}

/** @throws InvalidArgumentError when it is neither */
function bound(typed: string): Bound {
  if (/^\d{1,15}$/.test(typed)) return { position: Number(typed) };
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed) && isDay(typed)) return { day: typed };
  throw new InvalidArgumentError('must be a position or a day as yyyy-MM-dd');
}

/** Not the 31st of February. */
function isDay(typed: string): boolean {
  const at = Date.parse(`${typed}T00:00:00.000Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(typed);
}
