import { type Command, InvalidArgumentError } from 'commander';
import type { RunCommand } from './ledger-commands.js';

export function addDataCommands(program: Command, run: RunCommand, print: (line: string) => void): void {
  program
    .command('seed')
    .description('make verified users with funded wallets, by real events; never in production')
    .requiredOption('--users <n>', 'how many', wholeNumber)
    .requiredOption('--balance <naira>', 'what each wallet holds')
    .option('--json', 'print the users with their API tokens as JSON')
    .action(async ({ json, ...options }: { users: number; balance: string; json?: boolean }) => {
      const users = (await run('seed', options)) as readonly {
        email: string;
        apiToken: string;
      }[];
      if (json) print(JSON.stringify(users));
      else for (const user of users) print(`${user.email}  ${user.apiToken}`);
    });

  program
    .command('demo')
    .description(
      'fill an empty ledger with days of made-up customers and purchases that end now, so that every list and chart has something to show; never in production',
    )
    .option('--days <n>', 'how many', wholeNumber, 60)
    .action(async (options: { days: number }) => {
      const { purchases } = (await run('demo', options)) as { purchases: number };
      print(`${purchases} purchases of ${options.days} days`);
    });
}

/** @throws InvalidArgumentError for a text that is not a whole number */
export function wholeNumber(typed: string): number {
  if (/^\d{1,15}$/.test(typed)) return Number(typed);
  throw new InvalidArgumentError('must be a whole number');
}
