import type { AuditAnswer } from '../../../../services/contracts/admin/audit.contract.js';
import { shortId } from '../audit-words.js';
import type { AuditEventRow } from '../audit.api.js';

export type Why = AuditAnswer<'why'>;
export type SetBy = Why['vendor']['set'];

interface VerdictWords {
  readonly tone: 'good' | 'info' | 'warn' | 'bad';
  readonly title: string;
  readonly says: string;
}

export const VERDICTS: Readonly<Record<Why['verdict'], VerdictWords>> = {
  follows: {
    tone: 'good',
    title: 'The charge follows from the rules in force',
    says: 'Recomputed from the events of the ledger, it is the same to the kobo.',
  },
  'follows-before-change': {
    tone: 'info',
    title: 'The charge follows from the rules of a moment before',
    says: 'They had just been changed, and not every process sells by a change at once.',
  },
  'does-not-follow': {
    tone: 'bad',
    title: 'The charge does not follow from the rule in force',
    says: 'What the rules make of the order is shown beside it.',
  },
  'setting-differs': {
    tone: 'warn',
    title: 'It is not known whether the charge follows',
    says: 'Part of its price is a setting of this installation, which the ledger does not hold. By what it is now, it would be another charge.',
  },
  'not-recomputed': {
    tone: 'warn',
    title: 'It is not known whether the charge follows',
    says: 'Nothing here prices this product any more.',
  },
};

export const SET_WORDS: Readonly<Record<Exclude<SetBy['by'], 'event'>, string>> = {
  seed: 'As the program comes. Nobody has changed it.',
  setting: 'A setting, as it is now. The ledger does not hold it.',
  configuration: 'Nobody has chosen: by the priority of the configuration.',
};

const KINDS: ReadonlyMap<string, string> = new Map([
  ['user', 'Customer'],
  ['admin', 'Administrator'],
  ['auditor', 'Auditor'],
  ['system', 'Automatic'],
]);

/**
 * Text for the actor of an event, with a name if it is known: `Administrator Ada Obi`, `Automatic
 * (settle-wallet)`.
 */
export function actorWords({ kind, id }: AuditEventRow['actor'], people: Why['people']): string {
  const name = people.find((person) => person.id === id)?.name;
  const known = KINDS.get(kind) ?? kind;
  if (kind === 'vendor') return 'The vendor itself';
  if (name !== undefined) return `${known} ${name}`;
  return kind === 'system' ? `${known} (${id})` : `${known} ${shortId(id)}`;
}

export const vendorName = (code: number, vendors: Why['vendors']): string =>
  code === 0 ? 'Nobody' : (vendors.find((vendor) => vendor.code === code)?.name ?? `Vendor ${code}`);
