import type { Command } from 'commander';
import { installedSealKeys, publicKeyPem, rotateSealKey } from '../audit/seals/seal-key.js';

/** `keys`: the public keys that seals are checked with, the one that signs now first. */
export function addKeysCommand(
  program: Command,
  secretsDir: () => string,
  print: (line: string) => void,
): void {
  program
    .command('keys')
    .description('print the public keys of seals, for whoever checks them; the first signs now')
    .option('--rotate', 'make a new key first; the old one stays known. Restart the server afterwards')
    .option('--json', 'print JSON')
    .action(({ rotate = false, json = false }: { rotate?: boolean; json?: boolean }) => {
      const dir = secretsDir();
      if (rotate) rotateSealKey(dir);
      const keys = installedSealKeys(dir);
      if (keys.length === 0) throw new Error(`SECRETS_DIR ${dir} has no seal-key: start the server once`);
      const told = keys.map((key) => ({ ...key, pem: publicKeyPem(key) }));
      if (json) return print(JSON.stringify(told));
      for (const { keyId, publicKey, pem } of told)
        print(`key id      ${keyId}\npublic key  ${publicKey}\n${pem}`);
    });
}
