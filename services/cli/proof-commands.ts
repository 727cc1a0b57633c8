import type { Command } from 'commander';
import type { ReadConfig } from './read-config.js';
import type { ProveOptions, VerifyProofOptions } from './prove-command.js';

type Print = (line: string) => void;

export function addProofCommands(program: Command, config: ReadConfig, print: Print): void {
  program
    .command('prove')
    .description(
      'prove that an event or a purchase is in the sealed ledger, or that one sealed state grew out of another',
    )
    .option('--event <id or position>', 'one event')
    .option('--purchase <id>', 'what the wallet knows of a purchase')
    .option('--consistency <sizes...>', 'two numbers of events: the second ledger begins with the first')
    .option('--json', 'print the proof, which verify-proof and the verifier page check')
    .action(async (options: ProveOptions) => {
      const { prove } = await import('./prove-command.js');
      await prove(await config(), options, print);
    });

  program
    .command('seals')
    .description(
      'print every seal, a JSON line each, to be kept elsewhere: verify --seals compares the ledger with them',
    )
    .option('--after <events>', 'only those that cover more events', Number, 0)
    .action(async ({ after }: { after: number }) => {
      const { printSeals } = await import('./prove-command.js');
      await printSeals(await config(), after, print);
    });

  program
    .command('verify-proof <file>')
    .description(
      'check a proof of an event or a receipt without the ledger. Ends with 0 when it holds, 1 when it does not',
    )
    .option('--key <hex>', 'the public key of seals that you trust')
    .option('--json', 'print JSON')
    .action(async (file: string, options: VerifyProofOptions) => {
      const { verifyProof } = await import('./prove-command.js');
      process.exitCode = await verifyProof(file, options, print);
    });
}

export function addKeysCommand(program: Command, secretsDir: () => Promise<string>, print: Print): void {
  program
    .command('keys')
    .description('print the public keys that check seals; the first signs now')
    .option('--rotate', 'make a new key first; the old one stays known. Restart the server afterwards')
    .option('--json', 'print JSON')
    .action(async (options: { rotate?: boolean; json?: boolean }) => {
      const { printKeys } = await import('./prove-command.js');
      printKeys(await secretsDir(), options, print);
    });
}
