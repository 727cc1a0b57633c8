import type { DiscoCode } from '../contracts/electricity.contract.js';
import type { ExamCode } from '../contracts/exams.contract.js';
import type { Kobo } from '../contracts/money.js';
import type { Service, Tier } from '../contracts/services.js';
import type { NetworkCode } from '../contracts/fields/codes.js';
import type {
  CatalogEvent,
  PartialPrices,
  StoredCablePlan,
  StoredDataPlan,
  StoredExam,
  StoredFundingTerms,
} from './catalog.events.js';
import type { PricedService } from '../contracts/admin/prices.contract.js';

/** Immutable: `evolve` returns a copy. */
export interface CatalogState {
  readonly networksOff: ReadonlySet<NetworkCode>;
  /** Keys from `planTypeKey`. */
  readonly planTypesOff: ReadonlySet<string>;
  readonly dataPlans: ReadonlyMap<number, StoredDataPlan>;
  readonly cablePlans: ReadonlyMap<number, StoredCablePlan>;
  readonly exams: ReadonlyMap<ExamCode, StoredExam>;
  /** Equal versions mean equal prices. */
  readonly priceVersion: number;
  /** Pending price changes, by id of their `PriceChangeScheduled` event. */
  readonly scheduled: ReadonlyMap<string, ScheduledPrices>;
  /** Kept until dismissed, or until the plan is priced again. */
  readonly refused: ReadonlyMap<string, RefusedPrices>;
  readonly ended: ReadonlyMap<string, 'over' | 'cancelled'>;
  readonly discosOff: ReadonlySet<DiscoCode>;
  /** Basis points by `discountKey`; a missing entry is 0. */
  readonly discounts: ReadonlyMap<string, number>;
  readonly belowCost: ReadonlySet<Service>;
  /** Chosen vendors: 0 switches the service off, a missing entry follows the priority. */
  readonly activeVendors: ReadonlyMap<Service, number>;
  /** Set by administrators; a missing entry follows the priority. */
  readonly vendorOrders: ReadonlyMap<Service, readonly number[]>;
  /** Keys from `pauseKey`. */
  readonly pauses: ReadonlyMap<string, Pause>;
  /** Last `Resumption` of vendors in use, by `pauseKey`. */
  readonly resumptions: ReadonlyMap<string, Resumption>;
  /** Absent until `AffiliateFeeSet`. */
  readonly affiliateFee?: Kobo;
  /** Absent until `FundingTermsSet`. */
  readonly fundingTerms?: StoredFundingTerms;
  readonly fundingTermsVersion: number;
  /** Oldest first. */
  readonly fundingTermsChanges: readonly FundingTermsChange[];
}

export interface FundingTermsChange {
  readonly version: number;
  /** Unix ms. */
  readonly atMs: number;
  /** Id of the administrator. */
  readonly by: string;
  readonly was: StoredFundingTerms;
  readonly terms: StoredFundingTerms;
}

export const discountKey = (service: Service, tier: Tier): string => `${service}/${tier}`;

export type CatalogFact = CatalogEvent extends infer Event
  ? Event extends CatalogEvent
    ? Pick<Event, 'type' | 'data' | 'id' | 'at' | 'actor'>
    : never
  : never;

export interface ScheduledPrices {
  /** Id of the `PriceChangeScheduled` event. */
  readonly id: string;
  readonly service: PricedService;
  readonly code: number;
  readonly name: string;
  readonly prices: PartialPrices;
  /** Values expected at `at` when it was scheduled. */
  readonly was: PartialPrices;
  readonly belowCost: boolean;
  /** Unix ms: effect, and scheduling. */
  readonly at: number;
  readonly since: number;
  /** Id of the administrator. */
  readonly by: string;
}

export interface RefusedPrices extends ScheduledPrices {
  readonly reason: string;
}

/** Stops new purchases of the service. Times are Unix ms. */
export interface Pause {
  /** Id of the first `VendorPaused`; failed probes keep it. */
  readonly id: string;
  readonly service: Service;
  readonly vendor: number;
  readonly reason: string;
  readonly since: number;
  /** Id of the administrator; `system` for an automatic pause. */
  readonly by: string;
  /** Absent when a person paused it; only a person may resume it. */
  readonly automatic?: AutomaticPause;
}

export interface AutomaticPause {
  readonly cause: 'success' | 'float';
  readonly times: number;
  /** Time of the latest `VendorPaused`; purchases sent earlier are not probes. */
  readonly at: number;
  /** Absent when a probe would show nothing. */
  readonly probeAt?: number;
  readonly probe?: Probe;
  /** First probe since the pause, even if judged: it may still be delivered. */
  readonly probedSince?: number;
}

/** Permission for one purchase at a paused vendor. */
export interface Probe {
  /** Id of the `VendorProbeOpened` event. */
  readonly id: string;
  /** Time of the first probe that is not judged yet. */
  readonly since: number;
  readonly until: number;
}

export interface Resumption {
  readonly at: number;
  readonly byPerson: boolean;
  /** Absent and 0 after a person's pause. */
  readonly cause?: AutomaticPause['cause'];
  readonly times: number;
}
