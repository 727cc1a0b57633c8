import { lagosIso } from '../contracts/fields/lagos-day.js';
import { formatNaira } from '../contracts/money.js';
import type { Import } from './import.decider.js';
import type { LineFault } from './customers-file.js';
import type { CheckedFile, MovingIn, WantedImport } from './moving-in.js';
import type { OwnerProof } from './owners.js';

export type ImportStep =
  /** Dry run. */
  | { readonly type: 'check' }
  | ({ readonly type: 'plan' } & WantedImport & OwnerProof)
  | ({ readonly type: 'release'; readonly total: string } & OwnerProof)
  | { readonly type: 'run'; readonly backup?: string };

export interface ImportOptions {
  /** Content of the file as Base64, because the server may lack permission to read the file. */
  readonly file: string;
  readonly step: ImportStep;
}

export interface ImportReport {
  readonly lines: readonly string[];
  readonly faulty: boolean;
  readonly backupFor?: string;
}

const SHOWN_MAX = 200;

export async function importStep(
  moving: MovingIn,
  { file, step }: ImportOptions,
  progress: (line: string) => void,
): Promise<ImportReport> {
  const bytes = Buffer.from(file, 'base64');
  switch (step.type) {
    case 'check':
      return reportOf(await moving.check(bytes));
    case 'plan':
      await moving.plan(bytes, step, step);
      return said('The import is planned. A second owner releases it with --release.');
    case 'release':
      await moving.release(bytes, step.total, step);
      return said('The import is released. --run stores the customers.');
    case 'run': {
      const { customers, refused } = await moving.run(bytes, step.backup, progress);
      const lines = [
        ...faultLines(refused),
        `${customers} customers are in the ledger. They get no mail about it.`,
      ];
      return { lines, faulty: refused.length > 0 };
    }
  }
}

const said = (line: string): ImportReport => ({ lines: [line], faulty: false });

function reportOf({ importId, customers, faults, total, state }: CheckedFile): ImportReport {
  const faulty = faults.length > 0;
  const before = customers.filter(({ isThere }) => isThere).length;
  const lines = faulty
    ? [...faultLines(faults), `${faults.length} faults. Nothing is stored.`]
    : [
        `${customers.length} customers, ${before} of them imported before`,
        `${customers.filter(({ pin }) => pin === undefined).length} must set a PIN`,
        `${customers.filter(({ email }) => email === '').length} have no email, and sign in with their phone`,
        `${customers.filter(({ email, emailVerified }) => email !== '' && !emailVerified).length} must verify their email, and set their PIN again then`,
        `${customers.filter(({ tier }) => tier === 'affiliate').length} affiliates`,
        `balances of ${formatNaira(total)} in all`,
        standingOf(state),
      ];
  const needsBackup = state.releasedIn !== undefined && state.backup === undefined;
  return { lines, faulty, ...(needsBackup && { backupFor: importId }) };
}

function standingOf({ plan, releasedIn, backup, finished }: Import): string {
  if (finished) return `Imported: ${finished.customers} customers, ${finished.refused} refused.`;
  if (backup !== undefined) return 'The import has begun. --run resumes it.';
  if (releasedIn !== undefined) return 'Released by two owners. --run stores the customers.';
  if (plan) {
    const moments = (plan.cutOvers ?? []).map(
      ({ provider, before }) => `, payments of ${provider} from ${lagosIso(before)}`,
    );
    return `Planned with balances of ${plan.balanceDate}${moments.join('')}. A second owner releases it with --release.`;
  }
  return 'Nothing is stored. An owner plans the import with --plan.';
}

const faultLines = (faults: readonly LineFault[]): string[] => [
  ...faults
    .slice(0, SHOWN_MAX)
    .map(({ line, column, message }) => `line ${line}${column === '' ? '' : `, ${column}`}: ${message}`),
  ...(faults.length > SHOWN_MAX ? [`and ${faults.length - SHOWN_MAX} more`] : []),
];
