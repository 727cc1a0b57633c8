import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { ImportReport, ImportStep } from '../../moving-in/import-step.js';
import type { Telling } from '../audit/audit-commands.js';
import type { RunCommand } from '../ledger-commands.js';
import type { ReadConfig } from '../read-config.js';

interface ImportFlags {
  readonly plan?: boolean;
  readonly release?: boolean;
  readonly run?: boolean;
  readonly as?: string;
  readonly code?: string;
  readonly total?: string;
  readonly balanceDate?: string;
  readonly cutOver?: readonly string[];
  readonly backupTo?: string;
  readonly backupMade?: string;
}

export function addImportCommand(
  program: Command,
  readConfig: ReadConfig,
  run: RunCommand,
  { print }: Telling,
): void {
  program
    .command('import <file>')
    .description(
      'move the customers of an older system in, from a CSV file. Without a step it is a dry run with a report by line. --plan by one owner and --release by another come before --run, which may be interrupted and repeated',
    )
    .option('--plan', 'an owner plans the import: needs --as, --total and --balance-date')
    .option('--release', 'a second owner releases it: needs --as and --total')
    .option(
      '--run',
      'store the customers of a released file, after a backup: needs --backup-to, or --backup-made on a cluster',
    )
    .option(
      '--as <email>',
      'the owner; the password is asked for, or read from standard input when that is no terminal',
    )
    .option('--code <code>', 'code of the owner’s authenticator, or a recovery code')
    .option('--total <naira>', 'sum of all balances, as the older system says it')
    .option('--balance-date <day>', 'day of the balances in the older system, such as 2026-11-30')
    .option(
      '--cut-over <provider=moment...>',
      'moment before which the older system has credited the payments: they are recorded and never booked',
    )
    .option('--backup-to <dir>', 'folder in which the backup is made that undoes the import')
    .option('--backup-made <place>', 'on a cluster: folder of the backup that you have made since the plan')
    .action(async (path: string, flags: ImportFlags) => {
      const file = readFile(path);
      const ask = async (step: ImportStep): Promise<ImportReport> => {
        const report = (await run('import', { file, step })) as ImportReport;
        for (const line of report.lines) print(line);
        if (report.faulty) process.exitCode = 1;
        return report;
      };
      const steps = [flags.plan, flags.release, flags.run].filter(Boolean).length;
      if (steps > 1) throw new Error('say one of --plan, --release and --run');
      if (flags.run) await runImport(readConfig, ask, flags, print);
      else await ask(await decisionOf(flags));
    });
}

function readFile(path: string): string {
  // Check the size before reading, so that a huge file does not fill the memory.
  const { size } = statSync(path);
  if (size > FILE_BYTES_MAX) throw new Error(`${path} has more than 64 MB: cut it into several files`);
  return readFileSync(path).toString('base64');
}

const FILE_BYTES_MAX = 64 * 1_048_576;

async function decisionOf({
  plan,
  release,
  as,
  code,
  total,
  balanceDate,
  cutOver = [],
}: ImportFlags): Promise<ImportStep> {
  if (!plan && !release) return { type: 'check' };
  if (as === undefined) throw new Error('--as: say which owner decides');
  if (total === undefined) throw new Error('--total: say the sum of all balances');
  if (plan && balanceDate === undefined) throw new Error('--balance-date: say the day of the balances');
  const { askPassword } = await import('../run-command.js');
  const proof = { email: as, password: await askPassword(), code };
  return plan
    ? { type: 'plan', total, balanceDate: balanceDate!, cutOvers: cutOver, ...proof }
    : { type: 'release', total, ...proof };
}

/**
 * When an interrupted import is resumed, no second backup is made, because the first backup can undo the
 * whole import.
 */
async function runImport(
  readConfig: ReadConfig,
  ask: (step: ImportStep) => Promise<ImportReport>,
  flags: ImportFlags,
  print: (line: string) => void,
): Promise<void> {
  const { faulty, backupFor } = await ask({ type: 'check' });
  if (faulty) return;
  if (backupFor === undefined) return void (await ask({ type: 'run' }));
  const backup = await backUp(readConfig, flags, backupFor, print);
  if (backup !== undefined) await ask({ type: 'run', backup });
}

/**
 * Makes a backup and returns its path. Returns `undefined` when the ledger has faults, which the
 * operator must mend first.
 */
async function backUp(
  readConfig: ReadConfig,
  { backupTo, backupMade }: ImportFlags,
  importId: string,
  print: (line: string) => void,
): Promise<string | undefined> {
  const config = await readConfig();
  if (config.cluster) {
    if (backupMade === undefined)
      throw new Error('--backup-made: make a backup, which undoes the import, and say where it is');
    const { requireClusterBackup } = await import('./cluster-backup.js');
    await requireClusterBackup(backupMade, importId);
    return backupMade;
  }
  if (backupTo === undefined)
    throw new Error('--backup-to: say where to make the backup that undoes the import');
  const { backup } = await import('../audit/backup-command.js');
  const { now } = await import('../../../infra/host/clock.js');
  const to = join(resolve(backupTo), `before-import-${now().toISOString().replace(/[:.]/g, '-')}`);
  await backup(config, { to }, print);
  return process.exitCode === 1 ? undefined : to;
}
