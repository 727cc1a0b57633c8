import { isFromFuture, isYounger } from '../contracts/stored-times.js';
import { SERVICE_NAMES, type Service } from '../contracts/services.js';
import type { AlertRule } from './alert.events.js';

/** Measured values for the alert rules. With `undefined`, a rule neither opens nor closes an alert. */
export interface Observed {
  readonly nowMs: number;
  /** Age of the oldest open purchase in ms. `null` when no purchase is open. */
  readonly oldestOpenMs: number | null | undefined;
  readonly reactionLag: number | undefined;
  readonly views: readonly { readonly view: string; readonly lag: number; readonly halted: boolean }[];
  readonly vendors:
    | readonly {
        readonly code: number;
        readonly name: string;
        readonly delivered: number;
        readonly failed: number;
        readonly refusals?: readonly string[] | undefined;
      }[]
    | undefined;
  readonly paused: readonly {
    readonly code: number;
    readonly name: string;
    readonly service: Service;
    readonly reason: string;
  }[];
  readonly refused: readonly {
    readonly key: string;
    readonly name: string;
    readonly reason: string;
  }[];
  /** True after a restore of the log, until an administrator allows selling again. */
  readonly sendingHeld: boolean;
  readonly floats:
    readonly { readonly code: number; readonly name: string; readonly balance: number }[] | undefined;
  readonly damaged: readonly string[];
  readonly disk: { readonly free: number; readonly total: number } | undefined;
  /** Unix ms at which the wait of the oldest review began. `null` when no purchase waits for a review. */
  readonly oldestReviewAt: number | null | undefined;
  /** Unix ms at which the wait of the oldest payment of uncertain amount began. `null` when none waits. */
  readonly oldestUnreadAt: number | null | undefined;
  /** Providers whose list of payments cannot be read. `since` is in Unix ms. */
  readonly failingSweeps: readonly { readonly provider: string; readonly since: number }[] | undefined;
  /** Unix ms of the newest limited webhook of this process. */
  readonly webhooksLimitedAt: number | null;
  readonly refusedPrices: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
  /** Differences between the lists of vendors and the catalogue. Undefined before a list was read. */
  readonly vendorLists:
    | readonly {
        readonly code: number;
        readonly name: string;
        readonly gone: number;
        readonly dearer: number;
        readonly cheaper: number;
        readonly uncoded: number;
        readonly fresh: number;
      }[]
    | undefined;
  readonly accepted: readonly { readonly userId: string; readonly atMs: number }[];
  readonly guessed: readonly { readonly userId: string; readonly atMs: number }[];
  readonly termsChanges: readonly {
    readonly version: number;
    readonly atMs: number;
    readonly by: string;
    readonly was: string;
    readonly now: string;
  }[];
  readonly unsold: readonly Service[];
  /** Unix ms of the oldest event that no seal covers. `null` when every event is sealed. */
  readonly unsealedSince: number | null | undefined;
  readonly sealBroken: boolean;
  /**
   * Unix ms at which publishing of seals began to fail. `null` while publishing works. `undefined` without
   * `SEAL_PUBLISH`.
   */
  readonly unpublishedSince: number | null | undefined;
  readonly audit:
    | {
        readonly drift: number | null;
        readonly unexplained: string | null;
        readonly problems: number | null;
        readonly unfinished: string | null;
        /** ISO 8601. */
        readonly at: string;
      }
    | null
    | undefined;
  readonly logWentBackAt: number | null | undefined;
  readonly startedAt: number;
  /**
   * Milliseconds by which the clock moved forward in the last day. Negative for a move back. `null` without a
   * move.
   */
  readonly clockSteppedMs: number | null;
  /** Unix ms of the newest event. The later of two readings: at the start of the process, and now. */
  readonly newestEventAt: number | undefined;
  readonly viewsDamaged: boolean;
  /** Unix ms at which the mail server began to fail. `null` while the mail server works. */
  readonly mailFailingSince: number | null | undefined;
}

export interface AlertThresholds {
  readonly oldPurchaseMs: number;
  readonly reviewMs: number;
  readonly unreadMs: number;
  readonly sweepMs: number;
  readonly lagEvents: number;
  readonly vendorSuccess: number;
  /** Naira. */
  readonly floatNaira: number;
  readonly diskShare: number;
  /**
   * When the disk has less than this many free megabytes, the server stores no data. 0 in an installation
   * without embedded stores.
   */
  readonly diskReserveMb: number;
  readonly unsealedMs: number;
  readonly unpublishedMs: number;
  readonly auditMs: number;
  /** Milliseconds after the start of the process within which the first audit must end. */
  readonly auditAfterMs: number;
  readonly mailMs: number;
}

export interface Finding {
  readonly key: string;
  readonly rule: AlertRule;
  readonly text: string;
  readonly by?: string;
}

/** Recent orders that are needed to judge a vendor. */
const ATTEMPTS_MIN = 10;
const MEGABYTE = 1 << 20;
const MINUTE_MS = 60_000;
const WEBHOOKS_LIMITED_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * Milliseconds for which an alert about a change stays open. During this time, a new administrator cannot
 * approve acts.
 */
const NEW_MS = 24 * 60 * MINUTE_MS;

const minutes = (ms: number): string => `${Math.floor(ms / MINUTE_MS)} minutes`;
const seconds = (ms: number): string => `${Math.round(Math.abs(ms) / 1_000)} seconds`;
const hours = (ms: number): string => (ms < 2 * HOUR_MS ? minutes(ms) : `${Math.floor(ms / HOUR_MS)} hours`);
const isOverdue = (sinceMs: number, nowMs: number, spanMs: number): boolean =>
  !isYounger(sinceMs, nowMs, spanMs + 1);
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
  'vendor-refuses': ({ refused, vendors }) => {
    if (refused.length === 0 && vendors === undefined) return undefined;
    return [
      ...refused.flatMap(({ key, name, reason }) => when(true, 'vendor-refuses', key, `${name}: ${reason}.`)),
      ...(vendors ?? []).flatMap(({ code, name, refusals = [] }) =>
        refusals.flatMap((said) =>
          when(
            true,
            'vendor-refuses',
            `${code}/code/${said}`,
            `${name} refuses orders as we write them (${said}): the clock of the server or the catalogue may be wrong.`,
          ),
        ),
      ),
    ];
  },
  'sending-held': ({ sendingHeld }) =>
    when(
      sendingHeld,
      'sending-held',
      '',
      'The log was restored, or went back: nothing is sold or sent to vendors until an administrator releases sending on the page Operations.',
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
  'low-disk': ({ disk }, { diskShare, diskReserveMb }) =>
    disk && [
      ...when(
        disk.free / disk.total < diskShare,
        'low-disk',
        '',
        `Less than ${Math.round(diskShare * 100)}% of the disk is left.`,
      ),
      // Warn when the free space falls below twice the reserve. Below the reserve itself, the
      // server stores nothing, so an alert could not be stored either.
      ...when(
        disk.free < 2 * diskReserveMb * MEGABYTE,
        'low-disk',
        'reserve',
        `Less than ${2 * diskReserveMb} MB of the disk are left: below ${diskReserveMb} MB nothing is sold.`,
      ),
    ],
  'store-damaged': ({ damaged, startedAt, nowMs }) =>
    damaged.flatMap((store) =>
      when(
        nowMs - startedAt < NEW_MS,
        'store-damaged',
        store,
        `The store ${store} was damaged on the disk, and what was damaged in it is not used any more. The log of the server says what it means. Check the disk.`,
      ),
    ),
  'review-waiting': ({ oldestReviewAt: since, nowMs }, { reviewMs }) =>
    since === undefined
      ? undefined
      : when(
          since !== null && isOverdue(since, nowMs, reviewMs),
          'review-waiting',
          '',
          `A purchase has waited for a person's decision for more than ${minutes(reviewMs)}.`,
        ),
  'payment-unread': ({ oldestUnreadAt: since, nowMs }, { unreadMs }) =>
    since === undefined
      ? undefined
      : when(
          since !== null && isOverdue(since, nowMs, unreadMs),
          'payment-unread',
          '',
          `The provider answered about a payment in an unknown form, and nothing was credited for more than ${minutes(unreadMs)}. The page Unmatched payments says which.`,
        ),
  'sweep-failing': ({ failingSweeps: failing, nowMs }, { sweepMs }) =>
    failing?.flatMap(({ provider, since }) =>
      when(
        isOverdue(since, nowMs, sweepMs),
        'sweep-failing',
        provider,
        `The list of payments of ${provider} could not be read for more than ${minutes(sweepMs)}: a payment whose webhook was lost is not credited.`,
      ),
    ),
  'webhooks-limited': ({ webhooksLimitedAt: at, nowMs }) =>
    when(
      at !== null && nowMs - at < WEBHOOKS_LIMITED_MS,
      'webhooks-limited',
      '',
      'Webhooks with a wrong signature come so fast that their address is limited. Either somebody guesses, or a key of a provider is wrong.',
    ),
  'clock-stepped': ({ clockSteppedMs: byMs, newestEventAt = 0, nowMs }) => [
    ...when(
      byMs !== null,
      'clock-stepped',
      '',
      `The clock of the server was set ${(byMs ?? 0) < 0 ? 'back' : 'forward'} by ${seconds(byMs ?? 0)} within the last day.`,
    ),
    ...when(
      isFromFuture(newestEventAt, nowMs),
      'clock-stepped',
      'behind',
      `The newest event of the ledger is ${seconds(newestEventAt - nowMs)} later than the clock of the server: the clock is wrong, or was ahead before.`,
    ),
  ],
  'view-damaged': ({ viewsDamaged }) =>
    when(
      viewsDamaged,
      'view-damaged',
      '',
      'The file of the lists was damaged within the last day. Lists answer with an error until they are made again from the ledger.',
    ),
  'price-refused': ({ refusedPrices }) =>
    refusedPrices.flatMap(({ id, name, reason }) =>
      when(true, 'price-refused', id, `The price of ${name} did not change as scheduled. ${reason}`),
    ),
  // The key includes the counts, so that changed counts raise a new alert.
  'vendor-list-differs': ({ vendorLists }) =>
    vendorLists?.flatMap(({ code, name, gone, dearer, cheaper, uncoded, fresh }) =>
      when(
        gone + dearer + cheaper > 0,
        'vendor-list-differs',
        `${code}/${gone}-${dearer}-${cheaper}`,
        `The list of ${name} differs from the catalogue: ${gone} plans gone, ${dearer} dearer, ${cheaper} cheaper, ${uncoded} without a code there, ${fresh} that we do not offer. Compare them on the page Data prices.`,
      ),
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
  // All administrators except `by` get this alert. `by` may be a thief who uses the account of an
  // administrator to redirect payments to another bank account.
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
      since !== null && isOverdue(since, nowMs, unsealedMs),
      'sealing-stopped',
      '',
      `What is new in the ledger has not been sealed for more than ${minutes(unsealedMs)}. /readyz says why.`,
    );
  },
  'seals-unpublished': ({ unpublishedSince: since, nowMs }, { unpublishedMs }) =>
    since === undefined
      ? undefined
      : when(
          since !== null && isOverdue(since, nowMs, unpublishedMs),
          'seals-unpublished',
          '',
          `Seals have not reached SEAL_PUBLISH for more than ${minutes(unpublishedMs)}. /readyz says why.`,
        ),
  'audit-findings': ({ audit }) => {
    if (audit === undefined) return undefined;
    const { drift, unexplained, problems } = audit ?? { drift: 0, unexplained: '0', problems: 0 };
    const isFound = (drift ?? 0) > 0 || (unexplained ?? '0') !== '0' || (problems ?? 0) > 0;
    // While the newest audit is unfinished, leave the alerts of earlier audits open.
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
  'audit-overdue': ({ audit, startedAt, nowMs }, { auditMs, auditAfterMs }) =>
    audit === undefined || isYounger(startedAt, nowMs, auditAfterMs)
      ? undefined
      : when(
          audit === null || nowMs - Date.parse(audit.at) > auditMs,
          'audit-overdue',
          '',
          audit === null
            ? 'The ledger has never been audited. The log of the process that audits says why.'
            : `The ledger has not been audited for more than ${hours(auditMs)}. The log of the process that audits says why.`,
        ),
  'log-went-back': ({ logWentBackAt: at, nowMs }) =>
    at === undefined
      ? undefined
      : when(
          at !== null && nowMs - at < NEW_MS,
          'log-went-back',
          '',
          'The log of events is older than what was made from it, or is not the same. Events are missing, and sending is held: compare with vendors and the bank, then release it on the page Operations.',
        ),
  'mail-failing': ({ mailFailingSince: since, nowMs }, { mailMs }) =>
    since === undefined
      ? undefined
      : when(
          since !== null && isOverdue(since, nowMs, mailMs),
          'mail-failing',
          '',
          `The mail server has not let us in for more than ${minutes(mailMs)}: codes and notices are not mailed.`,
        ),
};

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
