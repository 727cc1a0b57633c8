import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { loadMasterKey, loadPushSecret, loadSecrets } from '../../../infra/crypto/secrets.js';
import type { Config } from '../../runtime/config.js';
import { type DoctorLine, note, right, wrong } from './doctor-line.js';

const CHECK = 'secrets';
const OTHERS = 0o077;

export function checkSecrets({
  secretsDir,
  dataDir,
  cluster,
}: Pick<Config, 'secretsDir' | 'dataDir' | 'cluster'>): readonly DoctorLine[] {
  const lines: DoctorLine[] = [];
  try {
    loadSecrets({ dir: secretsDir, production: true });
    if (cluster && cluster.masterKey === undefined) loadMasterKey(secretsDir);
    lines.push(
      (statSync(secretsDir).mode & OTHERS) === 0
        ? right(CHECK, `${secretsDir} has every key`)
        : wrong(CHECK, `${secretsDir} can be read by other users: set its mode to 700`),
    );
    if (loadPushSecret({ dir: secretsDir, production: true }) === undefined)
      lines.push(note(CHECK, 'push messages are off: `ledger make-secrets` makes their key'));
  } catch (error) {
    lines.push(wrong(CHECK, (error as Error).message));
  }
  if (!cluster && !relative(dataDir, secretsDir).startsWith('..'))
    lines.push(note(CHECK, 'SECRETS_DIR lies inside DATA_DIR: a copy of that folder reveals who people are'));
  return lines;
}
