import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Service, Tier } from '../contracts/services.js';
import type { VendorCodes, NetworkCode } from '../contracts/fields/codes.js';
import type { DiscoCode } from '../contracts/electricity.contract.js';
import type { ExamCode } from '../contracts/exams.contract.js';
import type { CableCode } from '../contracts/cable.contract.js';
import type { PlanTypeCode } from '../contracts/data.contract.js';
import type { PlannedService, PricedService } from '../contracts/admin/prices.contract.js';

interface Allowed {
  readonly scheduleId?: string;
  /** User id of the second administrator, for prices below cost that were not scheduled. */
  readonly approvedBy?: string;
}

/**
 * Events of the stream `catalog`. They change the plans and prices of `SEED`. Money is kobo digits. `was` is
 * the replaced value, or null. An event with `scheduleId` belongs to a scheduled change. The actor of such an
 * event is the administrator who scheduled the change.
 */
export type CatalogEvent =
  /**
   * First event of a new ledger's catalogue in production. At this time the catalogue has no plans, no
   * discounts and no confirmed prices.
   */
  | NewEvent<'CatalogStarted', Readonly<Record<string, never>>>
  /** Confirms the prices of a new ledger, once. Nothing is sold before this event. */
  | NewEvent<'PricesConfirmed', { readonly priceVersion: number }>
  | NewEvent<'NetworkSwitched', { readonly network: NetworkCode; readonly on: boolean }>
  | NewEvent<
      'PlanTypeSwitched',
      { readonly network: NetworkCode; readonly planType: PlanTypeCode; readonly on: boolean }
    >
  /** `was` is null for a newly offered plan, and for a plan offered again after `PlanRetired`. */
  | NewEvent<'DataPlanSet', { readonly plan: StoredDataPlan; readonly was: StoredDataPlan | null } & Allowed>
  | NewEvent<
      'CablePlanSet',
      { readonly plan: StoredCablePlan; readonly was: StoredCablePlan | null } & Allowed
    >
  | NewEvent<'ExamSet', { readonly exam: StoredExam; readonly was: StoredExam | null } & Allowed>
  /** Takes a plan off the list. The plan's code keeps its network, type and size for ever. */
  | NewEvent<
      'PlanRetired',
      { readonly service: PlannedService; readonly plan: StoredDataPlan | StoredCablePlan }
    >
  /** Stops new orders of a plan at one vendor account. Orders that were sent earlier continue. */
  | NewEvent<'PlanStoppedAtVendor', PlanAtVendor & { readonly reason: string }>
  | NewEvent<'PlanStartedAtVendor', PlanAtVendor>
  /**
   * Schedules `prices` for the time `takesEffect`. Other price changes before this time do not cancel the
   * scheduled change.
   */
  | NewEvent<
      'PriceChangeScheduled',
      {
        readonly service: PricedService;
        readonly code: number;
        readonly name: string;
        readonly prices: PartialPrices;
        /** Fields other than prices that change at `takesEffect`. A new code offers a new plan. */
        readonly details?: PlanDetails;
        /** Values expected at `takesEffect`. */
        readonly was: PartialPrices;
        readonly belowCost?: true;
        /** User id of the second administrator, for prices below cost. */
        readonly approvedBy?: string;
        /** ISO 8601 UTC. */
        readonly takesEffect: string;
      }
    >
  /** Cancels a scheduled change, or dismisses a refused one. */
  | NewEvent<'PriceChangeCancelled', ScheduledChange>
  /** Refuses a scheduled change when it is due. */
  | NewEvent<'PriceChangeRefused', ScheduledChange & { readonly reason: string }>
  | NewEvent<'DiscoSwitched', { readonly disco: DiscoCode; readonly on: boolean }>
  | NewEvent<
      'DiscountSet',
      { readonly service: Service; readonly tier: Tier; readonly basisPoints: number; readonly was: number }
    >
  | NewEvent<'SellingBelowCostSwitched', { readonly service: Service; readonly allowed: boolean }>
  | NewEvent<
      'ActiveVendorChosen',
      /** `vendor` 0 switches the service off. `was` is null when vendors were used by priority before. */
      { readonly service: Service; readonly vendor: number; readonly was: number | null }
    >
  | NewEvent<
      'VendorOrderSet',
      /** Failover order of a service. The first of `vendors` is active unless the service is off. */
      { readonly service: Service; readonly vendors: readonly number[]; readonly was: readonly number[] }
    >
  | NewEvent<
      'VendorPaused',
      /**
       * Stops new purchases of the service at this vendor. Purchases that were sent earlier continue. The
       * event is stored again when a probe (a test purchase) fails. The event is also stored again when a
       * person makes an automatic pause permanent.
       */
      {
        readonly service: Service;
        readonly vendor: number;
        readonly reason: string;
        readonly automatic?: StoredAutomaticPause;
      }
    >
  | NewEvent<
      'VendorProbeOpened',
      /**
       * Allows one purchase as a probe (a test purchase) of the paused vendor. Only the process that appended
       * this event may use the probe.
       */
      {
        readonly service: Service;
        readonly vendor: number;
        /** Id of the `VendorPaused` event. */
        readonly pauseId: string;
        /** Time until which the probe may be used, ISO 8601. */
        readonly until: string;
      }
    >
  | NewEvent<
      'VendorResumed',
      {
        readonly service: Service;
        readonly vendor: number;
        /** Id of the `VendorPaused` event. */
        readonly pauseId: string;
        readonly reason: string;
      }
    >
  | NewEvent<
      'VendorAccountPaused',
      /**
       * Stops new purchases at this vendor because of a fault of our account. `access` is a fault of key,
       * address or account. `balance` means that the account has too little money.
       */
      {
        readonly vendor: number;
        readonly fault: 'access' | 'balance';
        /** Code of the vendor. */
        readonly code: string;
        readonly reason: string;
        /** Number of the pause, from 1. The number grows when a new pause follows soon after a resumption. */
        readonly times: number;
        /** Balance in kobo digits that ends the pause. Absent with the fault `access`. */
        readonly least?: string;
      }
    >
  | NewEvent<
      'VendorAccountResumed',
      {
        readonly vendor: number;
        /** Id of the `VendorAccountPaused` event. */
        readonly pauseId: string;
        readonly reason: string;
      }
    >
  | NewEvent<
      'VendorRefusedProduct',
      /** Stops new purchases of one product that this vendor refused. */
      RefusedProduct & {
        /** Code of the vendor. */
        readonly code: string;
        readonly reason: string;
      }
    >
  | NewEvent<
      'VendorRefusalLifted',
      RefusedProduct & {
        /** Id of the `VendorRefusedProduct` event. */
        readonly refusalId: string;
        readonly reason: string;
      }
    >
  | NewEvent<
      'SendingHeld',
      /**
       * Stops all sales and sending until `SendingReleased`. A restored log may lack attempts, so a purchase
       * could be sent twice. Purchases up to the position `acceptedUpTo` are sent only after asking the
       * vendor about them. In events without `acceptedUpTo`, this holds for purchases up to the time
       * `acceptedBefore` (ISO 8601).
       */
      { readonly reason: string; readonly acceptedBefore: string; readonly acceptedUpTo?: number }
    >
  | NewEvent<
      'SendingReleased',
      {
        /** Id of the `SendingHeld` event. */
        readonly holdId: string;
        readonly reason: string;
      }
    >
  | NewEvent<'AffiliateFeeSet', { readonly fee: string; readonly was: string }>
  /** Changes the funding terms. The new terms apply from the next payment. */
  | NewEvent<
      'FundingTermsSet',
      {
        readonly terms: StoredFundingTerms;
        readonly was: StoredFundingTerms;
        /**
         * User id of the second administrator, who approved the change. Absent when the bank account did not
         * change.
         */
        readonly approvedBy?: string;
      }
    >;

interface RefusedProduct {
  readonly vendor: number;
  readonly service: Service;
  /** Product such as `data/1101`, see `productKey`. */
  readonly product: string;
  readonly name: string;
}

interface ScheduledChange {
  /** Id of the `PriceChangeScheduled` event. */
  readonly scheduleId: string;
  readonly service: PricedService;
  readonly code: number;
  readonly name: string;
  readonly prices: PartialPrices;
  readonly details?: PlanDetails;
  /** UTC. */
  readonly takesEffect: string;
}

interface PlanAtVendor {
  readonly service: PlannedService;
  readonly code: number;
  readonly name: string;
  readonly vendor: number;
}

/** Event without ids, times and actor. The function `fact` adds them. */
export type CatalogEventDraft = CatalogEvent extends infer Event
  ? Event extends CatalogEvent
    ? { readonly type: Event['type']; readonly data: Event['data'] }
    : never
  : never;

export type StoredAutomaticPause = {
  /**
   * Number of the pause, from 1. The number grows with each failed probe (test purchase). The number also
   * grows when a new pause follows soon after a resumption.
   */
  readonly times: number;
} & (
  | {
      readonly cause: 'success';
      readonly delivered: number;
      readonly attempts: number;
      readonly windowMs: number;
      /** Earliest time of the next probe (a test purchase at the paused vendor), ISO 8601. */
      readonly probeAt: string;
    }
  | {
      readonly cause: 'float';
      /** Kobo digits. `held` is our balance at the vendor. `least` is the required balance. */
      readonly held: string;
      readonly least: string;
    }
);

export const CATALOG_STREAM = 'catalog';

export interface StoredFundingTerms {
  /** Fee kept from each automatic funding, kobo digits. */
  readonly charge: string;
  /** Our bank account for manual funding. All three fields are empty without an account. */
  readonly bank: string;
  readonly accountName: string;
  readonly accountNumber: string;
}

/** Prices for customers before discount, and the vendor's charge. Kobo digits. */
export interface StoredPrices {
  readonly price: string;
  /** Defaults to `price`. */
  readonly affiliatePrice?: string;
  readonly cost: string;
  /** True when an administrator allowed a price below `cost`. */
  readonly belowCost?: true;
}

export interface StoredDataPlan extends StoredPrices {
  readonly code: number;
  readonly network: NetworkCode;
  readonly planType: PlanTypeCode;
  readonly name: string;
  readonly validity: string;
  /** Size of the plan. Default: the part of `name` before ` - `. */
  readonly size?: string;
  readonly codes: VendorCodes;
  readonly on: boolean;
  /** Place of the plan in the list, lowest first. The default is `code`. */
  readonly place?: number;
}

export interface StoredCablePlan extends StoredPrices {
  readonly code: number;
  readonly provider: CableCode;
  readonly name: string;
  readonly codes: VendorCodes;
  readonly on: boolean;
  readonly place?: number;
}

export interface StoredExam extends StoredPrices {
  readonly exam: ExamCode;
  readonly on: boolean;
  readonly place?: number;
}

/** Fields of a plan except its prices. A missing field does not change. */
export interface PlanDetails {
  readonly network?: NetworkCode;
  readonly planType?: PlanTypeCode;
  readonly provider?: CableCode;
  /** Size of a data plan, or name of a bouquet. */
  readonly size?: string;
  readonly days?: number;
  readonly on?: boolean;
  /** `null` puts the plan at the place of its code. */
  readonly place?: number | null;
  /** Codes by the keys of `VendorCodes`. The value null removes a code. */
  readonly codes?: Readonly<Record<string, string | null>>;
}

export const catalogEvent = eventReader<CatalogEvent>({
  CatalogStarted: true,
  PricesConfirmed: true,
  NetworkSwitched: true,
  PlanTypeSwitched: true,
  DataPlanSet: true,
  CablePlanSet: true,
  ExamSet: true,
  PlanRetired: true,
  PlanStoppedAtVendor: true,
  PlanStartedAtVendor: true,
  PriceChangeScheduled: true,
  PriceChangeCancelled: true,
  PriceChangeRefused: true,
  DiscoSwitched: true,
  DiscountSet: true,
  SellingBelowCostSwitched: true,
  ActiveVendorChosen: true,
  VendorOrderSet: true,
  VendorPaused: true,
  VendorProbeOpened: true,
  VendorResumed: true,
  VendorAccountPaused: true,
  VendorAccountResumed: true,
  VendorRefusedProduct: true,
  VendorRefusalLifted: true,
  SendingHeld: true,
  SendingReleased: true,
  AffiliateFeeSet: true,
  FundingTermsSet: true,
});

/**
 * Prices in kobo digits. A missing price does not change. Affiliates pay `price` when `affiliatePrice` is
 * null.
 */
export interface PartialPrices {
  readonly price?: string;
  readonly affiliatePrice?: string | null;
  readonly cost?: string;
}
