import type { AuditEventRow } from '../../contracts/admin/audit-event.contract.js';
import type { SetByAnswer, Verdict, WhyAnswer, WhyCharged } from '../../contracts/admin/why.contract.js';
import { lagosDisplay } from '../../contracts/fields/lagos-day.js';
import { formatNaira } from '../../contracts/money.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { SERVICE_NAMES } from '../../contracts/services.js';

type Names = Pick<WhyAnswer, 'vendors' | 'people'>;

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  follows: 'the charge follows from the rules in force, to the kobo',
  'follows-before-change':
    'the charge follows from the rules in force until a moment before: not every process knew of the change yet',
  'does-not-follow': 'WRONG: the charge does not follow from the rule in force',
  'setting-differs':
    'not known: a price is a setting of the installation, which the ledger does not hold; by what it is now it would be another charge',
  'not-recomputed': 'not known: nothing here prices this product',
};

const PARTS = [
  ['amount', 'list price'],
  ['discount', 'discount'],
  ['fee', 'fee'],
  ['price', 'charged'],
  ['expectedCost', 'vendor takes'],
] as const;

const naira = (kobo: string): string => formatNaira(BigInt(kobo));

export function whyLines(why: WhyCharged, { vendors, people }: Names): readonly string[] {
  const vendor = (code: number): string =>
    code === 0 ? 'nobody' : `${vendors.find((each) => each.code === code)?.name ?? 'vendor'} (${code})`;
  const who = ({ actor: { kind, id } }: AuditEventRow): string =>
    id === kind ? kind : `${kind} ${people.find((each) => each.id === id)?.name ?? id}`;
  const mark = (row: AuditEventRow): string =>
    `${row.type}, event ${row.position ?? `${row.revision} of ${row.stream}`}, ${lagosDisplay(row.at)}, by ${who(row)}`;
  const set = ({ by, event, scheduledBy }: SetByAnswer): string => {
    if (!event) return SET_WORDS[by];
    return `set by ${mark(event)}${scheduledBy ? `, scheduled by ${mark(scheduledBy)}` : ''}`;
  };
  const { accepted, charged, recomputed, tier } = why;
  return [
    `${why.reference}: ${why.product}, ${naira(charged.price)}`,
    `ordered: ${mark(accepted)}${why.pinless ? ', without the PIN' : ''}, for the wallet of ${why.userId}`,
    `prices of: ${tier.ordered} customers${tier.inForce === null || tier.inForce === tier.ordered ? '' : `, and was ${tier.inForce}`}; ${set(tier.set)}`,
    '',
    `${''.padEnd(14)}${'in the ledger'.padStart(18)}${'recomputed'.padStart(18)}`,
    ...PARTS.map(([part, word]) => {
      const again = recomputed ? naira(recomputed[part]) : '–';
      const off = recomputed && recomputed[part] !== charged[part] ? '  DIFFERS' : '';
      return `${word.padEnd(14)}${naira(charged[part]).padStart(18)}${again.padStart(18)}${off}`;
    }),
    VERDICT_WORDS[why.verdict] + (why.refused === '' ? '' : `: ${why.refused}`),
    ...(why.change ? [`  the change: ${mark(why.change)}`] : []),
    '',
    'rules as they stood:',
    ...why.rules.map((rule) => `  ${rule.rule}: ${rule.value}; ${set(rule.set)}`),
    '',
    `active vendor for ${ownEntry(SERVICE_NAMES, why.service) ?? why.service}: ${vendor(why.vendor.active)}; ${set(why.vendor.set)}`,
    ...why.vendor.inTurn.flatMap((each) =>
      each.paused ? [`  ${vendor(each.vendor)} was paused by ${mark(each.paused)}`] : [],
    ),
    `given to ${vendor(why.vendor.chosen)}. ${why.vendor.why}`,
    ...why.attempts.map(
      (each) =>
        `attempt ${each.attempt} to ${vendor(each.vendor)}, event ${each.event.position ?? each.event.revision}, ${lagosDisplay(each.event.at)}; active then ${vendor(each.rule.active)}, ${set(each.rule.set)}. ${each.why}`,
    ),
    '',
    'what followed:',
    ...why.followed.map((each) => {
      const parts = [
        ...(each.vendor ? [vendor(each.vendor)] : []),
        ...(each.kobo === undefined ? [] : [naira(each.kobo)]),
        ...(each.reason ? [each.reason] : []),
        ...(each.decidedBy ? [`decided by ${mark(each.decidedBy)}`] : []),
      ];
      const more = parts.length === 0 ? '' : ` (${parts.join('; ')})`;
      return `  ${lagosDisplay(each.event.at)}  ${each.what}${more}, by ${who(each.event)}`;
    }),
  ];
}

const SET_WORDS: Readonly<Record<SetByAnswer['by'], string>> = {
  event: 'set by an event',
  seed: 'as the program comes, changed by nobody',
  setting: 'a setting as it is now, which the ledger does not hold',
  configuration: 'switched by nobody: by the priority of the configuration',
};
