import { SWITCHED_SERVICES } from '../../contracts/admin/vendors.contract.js';
import { isFromFuture, isYounger } from '../../contracts/stored-times.js';
import { formatNaira, type Kobo } from '../../contracts/money.js';
import type { Service } from '../../contracts/services.js';
import type { CatalogEventDraft, StoredAutomaticPause } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';
import { pauseKey } from './vendor-pause.state.js';
import { type AutomaticPause, type Pause, type Resumption } from '../catalog.state.js';

export interface Tally {
  readonly delivered: number;
  readonly refused: number;
  readonly customers: number;
  readonly unanswered: number;
}

export interface ProbeTally {
  readonly delivered: number;
  readonly failed: number;
  /** Unix ms at which the oldest probe (test purchase) without a result was sent. */
  readonly undecidedSince?: number;
}

/** Purchases in a row that got no answer. */
export interface Silence {
  readonly unanswered: number;
  /** Unix ms when the first unanswered purchase was sent. */
  readonly since: number;
}

/** Facts that decide whether a vendor is paused. Times are Unix ms. */
export interface Evidence {
  tally(service: Service, vendor: number, sentAfter: number, endedFrom: number): Tally;
  probes(service: Service, vendor: number, sentAfter: number): ProbeTally;
  /**
   * Counts purchases without an answer that were sent after `sentAfter` and after the newest answered
   * purchase. An open purchase counts only when it started at `waitsSince` or earlier. The vendor may still
   * answer later purchases.
   */
  silence(service: Service, vendor: number, sentAfter: number, waitsSince: number): Silence;
  /**
   * Our balance at the vendor. While the balance is `undefined`, the vendor is neither paused nor resumed.
   */
  held(vendor: number): Kobo | undefined;
}

export interface PauseRules {
  /**
   * A vendor is paused when the share of delivered attempts (0 to 1) is lower than this number. 0
   * turns the rule off.
   */
  readonly success: number;
  readonly attemptsMin: number;
  readonly windowMs: number;
  /** A vendor that leaves this many purchases in a row without an answer is paused. 0 turns the rule off. */
  readonly unansweredMax: number;
  /** Milliseconds after which a purchase without an answer counts for `unansweredMax`. */
  readonly silentMs: number;
  /** A vendor is paused when our balance at the vendor is lower than this amount. 0 turns the rule off. */
  readonly float: Kobo;
  /**
   * Milliseconds from a pause to its first probe (test purchase). The wait doubles after each
   * failed probe.
   */
  readonly probeAfterMs: number;
}

/** Maximum milliseconds between `VendorProbeOpened` and the sending of the probe (test purchase). */
export const PROBE_WITHIN_MS = 60_000;
/** Milliseconds after which a probe (test purchase) without a result is treated as failed. */
const DECIDED_WITHIN_MS = 30_000;
export const JUDGED_WITHIN_MS = DECIDED_WITHIN_MS + 15_000;
const CUSTOMERS_MIN = 3;
const PROBE_AFTER_MAX_MS = 3_600_000;
/** Tolerated difference between clocks. */
const SKEW_MS = 5_000;
const SOON_MS = 3_600_000;
const BELIEVED_MS = 3_600_000;
const MINUTE_MS = 60_000;

type Paused = Pick<CatalogState, 'pauses' | 'resumptions'>;
type Sells = { readonly code: number; readonly services: readonly Service[] };

/**
 * Pauses and resumes vendors of `SWITCHED_SERVICES`. Pauses even the last vendor of a service,
 * because a purchase there would probably fail after holding the customer's money.
 */
export const judgeVendors = (
  state: Paused,
  vendors: readonly Sells[],
  evidence: Evidence,
  rules: PauseRules,
  nowMs: number,
): readonly CatalogEventDraft[] =>
  vendors.flatMap(({ code, services }) =>
    SWITCHED_SERVICES.filter((service) => services.includes(service)).flatMap((service) => {
      const pause = state.pauses.get(pauseKey(service, code));
      const resumption = state.resumptions.get(pauseKey(service, code));
      const judged = { service, vendor: code, evidence, rules, nowMs };
      return pause ? judgePaused(judged, pause) : judgeAsked(judged, resumption);
    }),
  );

interface Judged {
  readonly service: Service;
  readonly vendor: number;
  readonly evidence: Evidence;
  readonly rules: PauseRules;
  readonly nowMs: number;
}

function judgeAsked(judged: Judged, resumption: Resumption | undefined): readonly CatalogEventDraft[] {
  const { service, vendor, evidence, rules, nowMs } = judged;
  const soon = resumption !== undefined && isYounger(resumption.at, nowMs, SOON_MS);
  const times = (soon ? resumption.times : 0) + 1;
  const held = evidence.held(vendor);
  const believed =
    resumption?.byPerson === true &&
    resumption.cause === 'float' &&
    isYounger(resumption.at, nowMs, BELIEVED_MS);
  if (held !== undefined && held < rules.float && !believed) {
    const reason = `Holds ${formatNaira(held)} for us, less than ${formatNaira(rules.float)}`;
    return [
      pausedBy(judged, reason, { cause: 'float', times, held: String(held), least: String(rules.float) }),
    ];
  }
  const sentAfter = knownAt(resumption?.at ?? 0, nowMs);
  const silent = judgeSilence(judged, sentAfter, times);
  if (silent) return [silent];
  const { delivered, refused, customers, unanswered } = evidence.tally(
    service,
    vendor,
    sentAfter,
    nowMs - rules.windowMs,
  );
  const attempts = delivered + unanswered + (customers < CUSTOMERS_MIN ? 0 : refused);
  if (attempts < rules.attemptsMin || delivered / attempts >= rules.success) return [];
  const reason = `Delivered ${delivered} of ${attempts} in the last ${spanOf(rules.windowMs)}`;
  return [
    pausedBy(judged, reason, {
      cause: 'success',
      times,
      delivered,
      attempts,
      windowMs: rules.windowMs,
      probeAt: probeAfter(judged, times),
    }),
  ];
}

/**
 * Pauses a vendor that left too many purchases unanswered, because the share of delivered purchases
 * would show the fault much later.
 */
function judgeSilence(judged: Judged, sentAfter: number, times: number): CatalogEventDraft | undefined {
  const { service, vendor, evidence, rules, nowMs } = judged;
  if (rules.unansweredMax === 0) return undefined;
  const recent = Math.max(sentAfter, nowMs - rules.windowMs);
  const { unanswered, since } = evidence.silence(service, vendor, recent, nowMs - rules.silentMs);
  if (unanswered < rules.unansweredMax) return undefined;
  return pausedBy(judged, `Did not answer the last ${unanswered} purchases`, {
    cause: 'success',
    times,
    delivered: 0,
    attempts: unanswered,
    windowMs: Math.max(1_000, nowMs - since),
    probeAt: probeAfter(judged, times),
  });
}

function judgePaused(judged: Judged, pause: Pause): readonly CatalogEventDraft[] {
  if (!pause.automatic) return [];
  return pause.automatic.cause === 'float'
    ? judgeFloat(judged, pause)
    : judgeProbe(judged, pause, pause.automatic);
}

/**
 * Ends a pause when our balance at the vendor is at least 110 % of `rules.float`. With a lower balance, the
 * next purchase could cause another pause.
 */
function judgeFloat(judged: Judged, pause: Pause): readonly CatalogEventDraft[] {
  const { rules, evidence, vendor } = judged;
  const held = evidence.held(vendor);
  if (rules.float === 0n) return [resumedBy(judged, pause, 'It need not hold anything any more')];
  if (held === undefined || held * 10n < rules.float * 11n) return [];
  return [resumedBy(judged, pause, `Holds ${formatNaira(held)} for us again`)];
}

function judgeProbe(
  judged: Judged,
  pause: Pause,
  { probe, probedSince, at, times }: AutomaticPause,
): readonly CatalogEventDraft[] {
  if (probedSince === undefined) return [];
  const { service, vendor, evidence, rules, nowMs } = judged;
  const probesSince = (from: number, since: number): ProbeTally =>
    evidence.probes(service, vendor, Math.max(knownAt(from, nowMs), since - SKEW_MS));
  // Resume the vendor after any delivered probe (test purchase). A slow vendor may deliver a probe
  // that was already treated as failed.
  if (probesSince(pause.since, probedSince).delivered > 0)
    return [resumedBy(judged, pause, 'A purchase that probed it was delivered')];
  if (!probe) return [];
  const { failed, undecidedSince } = probesSince(at, probe.since);
  const isLate = undecidedSince !== undefined && !isYounger(undecidedSince, nowMs, DECIDED_WITHIN_MS);
  if (failed === 0 && !isLate) return [];
  const reason =
    failed > 0
      ? 'A purchase that probed it was not delivered'
      : `A purchase that probed it was not decided within ${spanOf(DECIDED_WITHIN_MS)}`;
  return [
    pausedBy(judged, reason, {
      cause: 'success',
      times: times + 1,
      delivered: 0,
      attempts: Math.max(1, failed),
      windowMs: rules.windowMs,
      probeAt: probeAfter(judged, times + 1),
    }),
  ];
}

/**
 * Opens a probe, which is a test purchase at a paused vendor. When several processes open the same
 * probe, only the process whose event is stored first may use it.
 */
export function openProbe(
  service: Service,
  vendor: number,
  { pauses }: Pick<CatalogState, 'pauses'>,
  nowMs: number,
): readonly CatalogEventDraft[] {
  const pause = pauses.get(pauseKey(service, vendor));
  if (!pause || !probeIsDue(pause, nowMs)) return [];
  const until = new Date(nowMs + PROBE_WITHIN_MS).toISOString();
  return [{ type: 'VendorProbeOpened', data: { service, vendor, pauseId: pause.id, until } }];
}

export function probeIsDue(pause: Pause, nowMs: number): boolean {
  const { probe } = pause.automatic ?? {};
  const isOpen =
    probe !== undefined &&
    nowMs < probe.until + JUDGED_WITHIN_MS &&
    !isFromFuture(probe.until - PROBE_WITHIN_MS, nowMs);
  return mayBeProbed(pause, nowMs) && !isOpen;
}

export const mayBeProbed = ({ automatic }: Pause, nowMs: number): boolean =>
  automatic?.probeAt !== undefined && (nowMs >= automatic.probeAt || isFromFuture(automatic.at, nowMs));

const knownAt = (atMs: number, nowMs: number): number => (isFromFuture(atMs, nowMs) ? 0 : atMs);

const pausedBy = (
  { service, vendor }: Judged,
  reason: string,
  automatic: StoredAutomaticPause,
): CatalogEventDraft => ({ type: 'VendorPaused', data: { service, vendor, reason, automatic } });

const resumedBy = (
  { service, vendor }: Judged,
  { id: pauseId }: Pause,
  reason: string,
): CatalogEventDraft => ({
  type: 'VendorResumed',
  data: { service, vendor, pauseId, reason },
});

const probeAfter = ({ rules: { probeAfterMs }, nowMs }: Judged, times: number): string => {
  const longest = Math.max(PROBE_AFTER_MAX_MS, probeAfterMs);
  return new Date(nowMs + Math.min(probeAfterMs * 2 ** Math.min(times - 1, 20), longest)).toISOString();
};

const spanOf = (ms: number): string =>
  ms < MINUTE_MS ? `${Math.round(ms / 1_000)} seconds` : `${Math.round(ms / MINUTE_MS)} minutes`;
