import type { DiscoCode } from '../contracts/electricity.contract.js';
import type { ExamCode } from '../contracts/exams.contract.js';
import type { Kobo } from '../contracts/money.js';
import type { Service, Tier } from '../contracts/services.js';
import type { NetworkCode } from '../contracts/fields/codes.js';
import type {
  CatalogEvent,
  PartialPrices,
  PlanDetails,
  StoredCablePlan,
  StoredDataPlan,
  StoredExam,
  StoredFundingTerms,
} from './catalog.events.js';
import type { AmountService, PricedService } from '../contracts/admin/prices.contract.js';
import type { AmountTerms } from '../products/product.js';

export interface CatalogState {
  readonly networksOff: ReadonlySet<NetworkCode>;
  readonly planTypesOff: ReadonlySet<string>;
  readonly dataPlans: ReadonlyMap<number, StoredDataPlan>;
  readonly cablePlans: ReadonlyMap<number, StoredCablePlan>;
  readonly exams: ReadonlyMap<ExamCode, StoredExam>;
  /** Plans that are no longer offered, by the `planKey` of the plan. */
  readonly retired: ReadonlyMap<string, StoredDataPlan | StoredCablePlan>;
  /** Reasons by `stopKey`. */
  readonly plansStopped: ReadonlyMap<string, string>;
  readonly pricesConfirmed: boolean;
  readonly priceVersion: number;
  /** Scheduled price changes, by the id of their `PriceChangeScheduled` event. */
  readonly scheduled: ReadonlyMap<string, ScheduledPrices>;
  /**
   * Price changes that were refused when they were due. Each is listed until an administrator dismisses it or
   * changes the price of the plan.
   */
  readonly refused: ReadonlyMap<string, RefusedPrices>;
  readonly ended: ReadonlyMap<string, 'over' | 'cancelled'>;
  readonly discosOff: ReadonlySet<DiscoCode>;
  readonly amountTerms: ReadonlyMap<AmountService, AmountTerms>;
  /** Ranges that no administrator set alone. */
  readonly agreedTerms: ReadonlyMap<AmountService, Pick<AmountTerms, 'minimum' | 'maximum'>>;
  /** Discounts in basis points, by `discountKey`. The discount of a missing key is 0. */
  readonly discounts: ReadonlyMap<string, number>;
  readonly belowCost: ReadonlySet<Service>;
  /**
   * Vendor that an administrator chose for each service. 0 means that the service is switched off.
   */
  readonly activeVendors: ReadonlyMap<Service, number>;
  /** Failover orders that administrators have set, by service. */
  readonly vendorOrders: ReadonlyMap<Service, readonly number[]>;
  readonly pauses: ReadonlyMap<string, Pause>;
  /** Last `Resumption` by `pauseKey`. */
  readonly resumptions: ReadonlyMap<string, Resumption>;
  /** By vendor. */
  readonly accountPauses: ReadonlyMap<number, AccountPause>;
  /** Last resumption by vendor. */
  readonly accountResumptions: ReadonlyMap<number, { readonly at: number; readonly times: number }>;
  /** Products that a vendor refuses to sell, by `refusedKey`. */
  readonly refusedProducts: ReadonlyMap<string, RefusedAtVendor>;
  /** Unix ms of the last `VendorRefusalLifted` event, by `refusedKey`. */
  readonly liftedRefusals: ReadonlyMap<string, number>;
  /** Latest stop of sales and orders after the ledger was restored. Kept even when the stop has ended. */
  readonly sendingHold?: SendingHold;
  readonly affiliateFee?: Kobo;
  readonly fundingTerms?: StoredFundingTerms;
  readonly fundingTermsVersion: number;
  readonly fundingTermsChanges: readonly FundingTermsChange[];
}

export interface FundingTermsChange {
  readonly version: number;
  /** Unix ms. */
  readonly atMs: number;
  readonly by: string;
  readonly was: StoredFundingTerms;
  readonly terms: StoredFundingTerms;
}

export const planKey = (service: PricedService, code: number): string => `${service}/${code}`;
export const stopKey = (service: Service, code: number, vendor: number): string =>
  `${service}/${code}/${vendor}`;
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
  readonly details?: PlanDetails;
  readonly was: PartialPrices;
  readonly belowCost: boolean;
  /**
   * `at` is the time (Unix ms) at which the prices take effect. `since` is the time (Unix ms) at
   * which they were scheduled.
   */
  readonly at: number;
  readonly since: number;
  readonly by: string;
}

export interface RefusedPrices extends ScheduledPrices {
  readonly reason: string;
}

/** Pause of a vendor for one service. Times are Unix ms. */
export interface Pause {
  /** Id of the first `VendorPaused` event of the pause. */
  readonly id: string;
  readonly service: Service;
  readonly vendor: number;
  readonly reason: string;
  readonly since: number;
  readonly by: string;
  /**
   * Cause and probes (test purchases) of an automatic pause. Absent when a person paused the
   * vendor.
   */
  readonly automatic?: AutomaticPause;
}

/** Pause of a vendor that denies us access or finds our balance too low. Times are Unix ms. */
export interface AccountPause {
  /** Id of the `VendorAccountPaused` event. */
  readonly id: string;
  readonly vendor: number;
  readonly fault: 'access' | 'balance';
  readonly code: string;
  readonly reason: string;
  readonly times: number;
  readonly since: number;
  /** Balance at the vendor, in kobo, at which the pause ends. */
  readonly least?: Kobo;
}

export interface RefusedAtVendor {
  /** Id of the `VendorRefusedProduct` event. */
  readonly id: string;
  readonly vendor: number;
  readonly service: Service;
  readonly product: string;
  readonly name: string;
  readonly code: string;
  readonly reason: string;
  /** Unix ms. */
  readonly since: number;
}

/** Stop of all sales and orders after the ledger was restored. Times are Unix ms. */
export interface SendingHold {
  /** Id of the `SendingHeld` event. */
  readonly id: string;
  readonly held: boolean;
  readonly since: number;
  readonly before: number;
  readonly upTo?: number | undefined;
  readonly by: string;
  readonly reason: string;
}

export interface AutomaticPause {
  readonly cause: 'success' | 'float';
  readonly times: number;
  /** Time of the latest `VendorPaused` event. */
  readonly at: number;
  /**
   * Earliest time of the next probe (test purchase). Absent when `cause` is `float`, because such a pause ends
   * when our balance is high enough.
   */
  readonly probeAt?: number;
  readonly probe?: Probe;
  /** Time of the first probe (test purchase) during the pause. */
  readonly probedSince?: number;
}

export interface Probe {
  readonly id: string;
  readonly since: number;
  readonly until: number;
}

export interface Resumption {
  readonly at: number;
  readonly byPerson: boolean;
  readonly cause?: AutomaticPause['cause'];
  readonly times: number;
}
