import { SWITCHED_SERVICES } from '../../contracts/admin/vendors.contract.js';
import { formatNaira, type Kobo } from '../../contracts/money.js';
import type { Service } from '../../contracts/services.js';
import type { CatalogEventDraft, StoredAutomaticPause } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';
import { type AutomaticPause, type Pause, pauseKey, type Resumption } from './vendor-pause.state.js';

/** How attempts ended, as far as is known. What a customer typed wrongly, and what the vendor says it is working on, is in none. */
export interface Tally {
  readonly delivered: number;
  /** That the vendor refused, of each customer only the first few: a number that no vendor takes can be tried again and again for nothing. */
  readonly refused: number;
  /** Whose they were, so many. */
  readonly customers: number;
  /** That never arrived, or have no answer, or one that nobody could read, until it is known what became of them. No customer can make these. */
  readonly unanswered: number;
}

/** What became of purchases that probed a paused vendor. */
export interface ProbeTally {
  readonly delivered: number;
  readonly failed: number;
  /** When the oldest was sent of those that nobody knows the end of, milliseconds since 1970; absent when there is none. */
  readonly undecidedSince?: number;
}

/** What is known of the vendors at the moment. Times are milliseconds since 1970. */
export interface Evidence {
  /** Of what was sent after `sentAfter` and said to have ended at `endedFrom` or later. */
  tally(service: Service, vendor: number, sentAfter: number, endedFrom: number): Tally;
  /** Of what was sent after `sentAfter`. */
  probes(service: Service, vendor: number, sentAfter: number): ProbeTally;
  /** What it holds for us; undefined while nobody knows, which says nothing. */
  held(vendor: number): Kobo | undefined;
}

export interface PauseRules {
  /** Share that is delivered, 0 to 1: less pauses; 0 never does. */
  readonly success: number;
  /** Fewer say nothing. */
  readonly attemptsMin: number;
  readonly windowMs: number;
  /** What a vendor should hold at least; 0 for whatever it is. */
  readonly float: Kobo;
  /** How long nothing is sent before the first probe. Doubled with each one that fails. */
  readonly probeAfterMs: number;
}

/** A process that opened a probe and has sold nothing with it by then will not. */
export const PROBE_WITHIN_MS = 60_000;
/** A purchase that probes and is not decided by then has told enough: more of them would only wait too. Should it be delivered later, that counts. */
const DECIDED_WITHIN_MS = 30_000;
/** So long after the last purchase may have taken a probe everybody leaves it to be judged: a little longer than that. */
export const JUDGED_WITHIN_MS = DECIDED_WITHIN_MS + 15_000;
/** So many customers have to be refused, or all of it says more of one of them than of the vendor. */
const CUSTOMERS_MIN = 3;
const PROBE_AFTER_MAX_MS = 3_600_000;
/** Clocks of two processes may differ by as much. */
const SKEW_MS = 5_000;
/** Paused again so soon, it is paused for longer. */
const SOON_MS = 3_600_000;
/** So long a person is believed who says that a vendor may be asked although its float is low: money takes a while to arrive. */
const BELIEVED_MS = 3_600_000;
const MINUTE_MS = 60_000;

type Paused = Pick<CatalogState, 'pauses' | 'resumptions'>;
type Sells = { readonly code: number; readonly services: readonly Service[] };

/**
 * Which vendors are paused and resumed for which service now. Of what administrators switch alone: the rest has one vendor each, and
 * nobody could see or end its pause. The last vendor of a service is paused as any other: purchases that would most likely come back
 * after a while are refused before money is held.
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
  const soon = resumption !== undefined && nowMs - resumption.at < SOON_MS;
  const times = (soon ? resumption.times : 0) + 1;
  const held = evidence.held(vendor);
  const believed =
    resumption?.byPerson === true && resumption.cause === 'float' && nowMs - resumption.at < BELIEVED_MS;
  if (held !== undefined && held < rules.float && !believed) {
    const reason = `Holds ${formatNaira(held)} for us, less than ${formatNaira(rules.float)}`;
    return [
      pausedBy(judged, reason, { cause: 'float', times, held: String(held), least: String(rules.float) }),
    ];
  }
  const { delivered, refused, customers, unanswered } = evidence.tally(
    service,
    vendor,
    resumption?.at ?? 0,
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

function judgePaused(judged: Judged, pause: Pause): readonly CatalogEventDraft[] {
  if (!pause.automatic) return [];
  return pause.automatic.cause === 'float'
    ? judgeFloat(judged, pause)
    : judgeProbe(judged, pause, pause.automatic);
}

/** A tenth more than it should hold at least, so that it is not paused by the next purchase. */
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
    evidence.probes(service, vendor, Math.max(from, since - SKEW_MS));
  // Also one that was given up on: a slow vendor delivers all the same.
  if (probesSince(pause.since, probedSince).delivered > 0)
    return [resumedBy(judged, pause, 'A purchase that probed it was delivered')];
  if (!probe) return [];
  const { failed, undecidedSince = Infinity } = probesSince(at, probe.since);
  if (failed === 0 && nowMs - undecidedSince < DECIDED_WITHIN_MS) return [];
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
 * A probe that may be opened now: the last one was used by nobody, or nobody can say what became of it, and the vendor has been left alone
 * for long enough. One purchase at a time, of one process: whoever stores it first.
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

export const probeIsDue = (pause: Pause, nowMs: number): boolean => nowMs >= probeDueAt(pause);

/** When the next probe may be opened, milliseconds since 1970: not while the last one may still be judged. Never is Infinity. */
function probeDueAt({ automatic }: Pause): number {
  const { probeAt = Infinity, probe } = automatic ?? {};
  return probe ? Math.max(probeAt, probe.until + JUDGED_WITHIN_MS) : probeAt;
}

/** Whether a purchase that somebody makes now may probe it, or lead to one that does: a probe is due or open. */
export const mayBeProbed = ({ automatic }: Pause, nowMs: number): boolean =>
  nowMs >= (automatic?.probeAt ?? Infinity);

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
