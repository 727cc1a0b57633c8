import { SERVICE_NAMES, type Service } from '../contracts/services.js';
import type { AlertRule } from './alert.events.js';

/** What the rules look at. undefined is what nobody knows at the moment: its alerts stay as they are. */
export interface Observed {
  readonly nowMs: number;
  /** Age of the oldest open purchase; null when none is open. */
  readonly oldestOpenMs: number | null | undefined;
  /** Events that dispatching has not reacted to. */
  readonly reactionLag: number | undefined;
  readonly views: readonly { readonly view: string; readonly lag: number; readonly halted: boolean }[];
  /** The last attempts of each vendor. */
  readonly vendors:
    | readonly {
        readonly code: number;
        readonly name: string;
        readonly delivered: number;
        readonly failed: number;
      }[]
    | undefined;
  /** Vendors that the product paused by itself, for what and why. */
  readonly paused: readonly {
    readonly code: number;
    readonly name: string;
    readonly service: Service;
    readonly reason: string;
  }[];
  /** What the vendors that answered hold for us, naira. */
  readonly floats:
    readonly { readonly code: number; readonly name: string; readonly balance: number }[] | undefined;
  readonly disk: { readonly free: number; readonly total: number } | undefined;
  /** When the oldest purchase that waits for a person was put to them, milliseconds since 1970; null when none waits. */
  readonly oldestReviewAt: number | null | undefined;
  /** Scheduled changes of prices that could not take effect, and that nobody has put away. */
  readonly refusedPrices: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
  /** Who accepted an invitation of an administrator or auditor, and when, milliseconds since 1970. */
  readonly accepted: readonly { readonly userId: string; readonly atMs: number }[];
  /** Administrators whose second factor was locked after the right password, and when. */
  readonly guessed: readonly { readonly userId: string; readonly atMs: number }[];
  /** Changes of what customers are told of funding: by whom, when, and what it was and is, in words. */
  readonly termsChanges: readonly {
    readonly version: number;
    readonly atMs: number;
    readonly by: string;
    readonly was: string;
    readonly now: string;
  }[];
  /** Services that are on, and that no vendor can be asked for. */
  readonly unsold: readonly Service[];
  /** When the first event was stored that no seal covers, milliseconds since 1970; null when all are covered. */
  readonly unsealedSince: number | null | undefined;
  /** The last seal does not fit the ledger. */
  readonly sealBroken: boolean;
  /** Since when seals cannot be published; null when they are, or need not be. */
  readonly unpublishedSince: number | null | undefined;
  /** What the last audit found; null before the first. */
  readonly audit:
    | {
        readonly drift: number | null;
        readonly unexplained: string | null;
        readonly problems: number | null;
        /** Why something could not be finished; null when all was. */
        readonly unfinished: string | null;
        /** When it was stored, ISO 8601. */
        readonly at: string;
      }
    | null
    | undefined;
  /** When this process began to look, milliseconds since 1970. */
  readonly startedAt: number;
}

export interface AlertThresholds {
  readonly oldPurchaseMs: number;
  readonly reviewMs: number;
  readonly lagEvents: number;
  /** Of the last attempts, 0 to 1. */
  readonly vendorSuccess: number;
  /** Naira. */
  readonly floatNaira: number;
  /** Free share of the disk, 0 to 1. */
  readonly diskShare: number;
  /** For so long an event may wait for a seal. */
  readonly unsealedMs: number;
  /** For so long seals may wait to be published. */
  readonly unpublishedMs: number;
  /** For so long there may be no audit. */
  readonly auditMs: number;
  /** Within so long of a start the first audit is made up for. */
  readonly auditAfterMs: number;
}

export interface Finding {
  /** Rule and what it is about. */
  readonly key: string;
  readonly rule: AlertRule;
  readonly text: string;
  /** Id of the administrator whose doing it is. */
  readonly by?: string;
}

/** Fewer attempts say nothing of a vendor. */
const ATTEMPTS_MIN = 10;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** For so long everybody on duty sees that there is a new one: within it they approve nothing (`APPROVAL_AFTER_INVITATION`). */
const NEW_MS = 24 * 60 * MINUTE_MS;

const minutes = (ms: number): string => `${Math.floor(ms / MINUTE_MS)} minutes`;
const hours = (ms: number): string => (ms < 2 * HOUR_MS ? minutes(ms) : `${Math.floor(ms / HOUR_MS)} hours`);
const when = (wrong: boolean, rule: AlertRule, about: string, text: string): readonly Finding[] =>
  wrong ? [{ key: about ? `${rule}:${about}` : rule, rule, text }] : [];

type Rule = (observed: Observed, thresholds: AlertThresholds) => readonly Finding[] | undefined;

const RULES: Readonly<Record<AlertRule, Rule>> = {
  'old-purchase': ({ oldestOpenMs: age }, { oldPurchaseMs }) =>
    age === undefined
      ? undefined
      : when(
          age !== null && age > oldPurchaseMs,
          'old-purchase',
          '',
          `A purchase has been open for more than ${minutes(oldPurchaseMs)}.`,
        ),
  'reaction-lag': ({ reactionLag: lag }, { lagEvents }) =>
    lag === undefined
      ? undefined
      : when(lag > lagEvents, 'reaction-lag', '', `Dispatching is more than ${lagEvents} events behind.`),
  'halted-view': ({ views }) =>
    views.flatMap(({ view, halted }) =>
      when(halted, 'halted-view', view, `The list ${view} stands still: operations say why.`),
    ),
  'view-lag': ({ views }, { lagEvents }) =>
    views.flatMap(({ view, lag }) =>
      when(lag > lagEvents, 'view-lag', view, `The list ${view} is more than ${lagEvents} events behind.`),
    ),
  'vendor-failing': ({ vendors }, { vendorSuccess }) =>
    vendors?.flatMap(({ code, name, delivered, failed }) =>
      when(
        delivered + failed >= ATTEMPTS_MIN && delivered / (delivered + failed) < vendorSuccess,
        'vendor-failing',
        String(code),
        `${name} delivered less than ${Math.round(vendorSuccess * 100)}% of what it was last asked for.`,
      ),
    ),
  'vendor-paused': ({ paused }) =>
    paused.flatMap(({ code, name, service, reason }) =>
      when(
        true,
        'vendor-paused',
        `${service}/${code}`,
        `${name} is paused for ${SERVICE_NAMES[service]}: ${reason}.`,
      ),
    ),
  'low-float': ({ floats }, { floatNaira }) =>
    floats?.flatMap(({ code, name, balance }) =>
      when(
        floatNaira > 0 && balance < floatNaira,
        'low-float',
        String(code),
        `${name} holds less than ₦${floatNaira} for us.`,
      ),
    ),
  'low-disk': ({ disk }, { diskShare }) =>
    disk &&
    when(
      disk.free / disk.total < diskShare,
      'low-disk',
      '',
      `Less than ${Math.round(diskShare * 100)}% of the disk is left.`,
    ),
  'review-waiting': ({ oldestReviewAt: since, nowMs }, { reviewMs }) =>
    since === undefined
      ? undefined
      : when(
          since !== null && nowMs - since > reviewMs,
          'review-waiting',
          '',
          `A purchase has waited for a person's decision for more than ${minutes(reviewMs)}.`,
        ),
  'price-refused': ({ refusedPrices }) =>
    refusedPrices.flatMap(({ id, name, reason }) =>
      when(true, 'price-refused', id, `The price of ${name} did not change as scheduled. ${reason}`),
    ),
  'administrator-new': ({ accepted, nowMs }) =>
    accepted.flatMap(({ userId, atMs }) =>
      when(
        nowMs - atMs < NEW_MS,
        'administrator-new',
        userId,
        'Somebody accepted an invitation to the administrators. The page Administrators says who.',
      ),
    ),
  // Whoever takes over an administrator would have customers pay into an account of theirs: all the others hear of each change.
  'terms-changed': ({ termsChanges, nowMs }) =>
    termsChanges.flatMap(({ version, atMs, by, was, now }) =>
      when(
        nowMs - atMs < NEW_MS,
        'terms-changed',
        String(version),
        `What customers are told of funding was changed from ${was} to ${now}.`,
      ).map((finding) => ({ ...finding, by })),
    ),
  'codes-guessed': ({ guessed, nowMs }) =>
    guessed.flatMap(({ userId, atMs }) =>
      when(
        nowMs - atMs < NEW_MS,
        'codes-guessed',
        `${userId}/${atMs}`,
        'Somebody with the password of an administrator entered wrong codes five times in a row. The page Activity says whose.',
      ),
    ),
  'service-unsold': ({ unsold }) =>
    unsold.flatMap((service) =>
      when(
        true,
        'service-unsold',
        service,
        `${SERVICE_NAMES[service]} cannot be bought: no vendor of it can be asked.`,
      ),
    ),
  'sealing-stopped': ({ unsealedSince: since, sealBroken, nowMs }, { unsealedMs }) => {
    if (sealBroken)
      return when(
        true,
        'sealing-stopped',
        '',
        'The ledger is not sealed any more: its last seal does not fit its events. /readyz says what to do.',
      );
    if (since === undefined) return undefined;
    return when(
      since !== null && nowMs - since > unsealedMs,
      'sealing-stopped',
      '',
      `What is new in the ledger has not been sealed for more than ${minutes(unsealedMs)}. /readyz says why.`,
    );
  },
  'seals-unpublished': ({ unpublishedSince: since, nowMs }, { unpublishedMs }) =>
    since === undefined
      ? undefined
      : when(
          since !== null && nowMs - since > unpublishedMs,
          'seals-unpublished',
          '',
          `Seals have not reached SEAL_PUBLISH for more than ${minutes(unpublishedMs)}. /readyz says why.`,
        ),
  'audit-findings': ({ audit }) => {
    if (audit === undefined) return undefined;
    const { drift, unexplained, problems } = audit ?? { drift: 0, unexplained: '0', problems: 0 };
    const isFound = (drift ?? 0) > 0 || (unexplained ?? '0') !== '0' || (problems ?? 0) > 0;
    // An audit that could not finish has not found that what the one before it found is gone.
    if (!isFound && (drift === null || unexplained === null || problems === null)) return undefined;
    return when(
      isFound,
      'audit-findings',
      '',
      'The last audit found what does not agree with the ledger. Operations say what.',
    );
  },
  'audit-unfinished': ({ audit }) =>
    audit === undefined
      ? undefined
      : when(
          audit !== null && audit.unfinished !== null,
          'audit-unfinished',
          '',
          'The last audit could not finish. Operations say why.',
        ),
  // After a while without any server an audit is made up for: until then nobody can tell.
  'audit-overdue': ({ audit, startedAt, nowMs }, { auditMs, auditAfterMs }) =>
    audit === undefined || nowMs - startedAt < auditAfterMs
      ? undefined
      : when(
          audit === null || nowMs - Date.parse(audit.at) > auditMs,
          'audit-overdue',
          '',
          audit === null
            ? 'The ledger has never been audited. The log of the process that audits says why.'
            : `The ledger has not been audited for more than ${hours(auditMs)}. The log of the process that audits says why.`,
        ),
};

/** What is wrong, and which rules could not tell. */
export function findingsOf(
  observed: Observed,
  thresholds: AlertThresholds,
): { readonly findings: readonly Finding[]; readonly unsure: ReadonlySet<AlertRule> } {
  const findings: Finding[] = [];
  const unsure = new Set<AlertRule>();
  for (const rule of Object.keys(RULES) as AlertRule[]) {
    const found = RULES[rule](observed, thresholds);
    if (found) findings.push(...found);
    else unsure.add(rule);
  }
  return { findings, unsure };
}
