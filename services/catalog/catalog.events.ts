import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { AccountCosts } from '../products/product.js';
import type { Service, Tier } from '../contracts/services.js';
import type { VendorCodes, NetworkCode } from '../contracts/fields/codes.js';
import type { DiscoCode } from '../contracts/electricity.contract.js';
import type { ExamCode } from '../contracts/exams.contract.js';
import type { CableCode } from '../contracts/cable.contract.js';
import type { PlanTypeCode } from '../contracts/data.contract.js';
import type { AmountService, PlannedService, PricedService } from '../contracts/admin/prices.contract.js';

interface Allowed {
  readonly scheduleId?: string;
  /** User id of the second administrator, who approved the change. Absent for scheduled changes. */
  readonly approvedBy?: string;
}

/**
 * Events of the stream `catalog`, which change the plans and prices of `SEED`. Amounts are kobo as decimal
 * strings. `was` is the value that was replaced, or null. An event with `scheduleId` carries out a scheduled
 * change. Its actor is the administrator who scheduled the change.
 */
export type CatalogEvent =
  /**
   * First event of the catalog in a new production ledger. The catalog begins without plans, discounts and
   * confirmed prices.
   */
  | NewEvent<'CatalogStarted', Readonly<Record<string, never>>>
  /** Confirms the prices of a new ledger. Happens only once. Nothing is sold before this event. */
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
  /** Removes a plan from the list. The code of the plan is never used for another network, type or size. */
  | NewEvent<
      'PlanRetired',
      { readonly service: PlannedService; readonly plan: StoredDataPlan | StoredCablePlan }
    >
  /**
   * Stops new orders of a plan at one vendor account. Orders that were sent before this event
   * continue.
   */
  | NewEvent<'PlanStoppedAtVendor', PlanAtVendor & { readonly reason: string }>
  | NewEvent<'PlanStartedAtVendor', PlanAtVendor>
  /**
   * Schedules `prices` for the time `takesEffect`. A later change of the same prices does not
   * cancel the scheduled change.
   */
  | NewEvent<
      'PriceChangeScheduled',
      {
        readonly service: PricedService;
        readonly code: number;
        readonly name: string;
        readonly prices: PartialPrices;
        /**
         * Fields of the plan, other than prices, that also change at `takesEffect`. A change with a new `code`
         * offers a new plan.
         */
        readonly details?: PlanDetails;
        /** Values expected at `takesEffect`. */
        readonly was: PartialPrices;
        readonly belowCost?: true;
        /** User id of the second administrator, who approved prices below cost. */
        readonly approvedBy?: string;
        /** ISO 8601 UTC. */
        readonly takesEffect: string;
      }
    >
  /** Cancels a scheduled change, or removes a refused change from the administrators' list. */
  | NewEvent<'PriceChangeCancelled', ScheduledChange>
  /** Refuses a scheduled change at the time when it is due. */
  | NewEvent<'PriceChangeRefused', ScheduledChange & { readonly reason: string }>
  | NewEvent<'DiscoSwitched', { readonly disco: DiscoCode; readonly on: boolean }>
  | NewEvent<
      'AmountTermsSet',
      {
        readonly service: AmountService;
        readonly terms: StoredAmountTerms;
        readonly was: StoredAmountTerms;
      } & Allowed
    >
  | NewEvent<
      'DiscountSet',
      { readonly service: Service; readonly tier: Tier; readonly basisPoints: number; readonly was: number }
    >
  | NewEvent<'SellingBelowCostSwitched', { readonly service: Service; readonly allowed: boolean }>
  | NewEvent<
      'ActiveVendorChosen',
      /**
       * `vendor` 0 switches the service off. `was` is null when no vendor had been chosen before.
       */
      { readonly service: Service; readonly vendor: number; readonly was: number | null }
    >
  | NewEvent<
      'VendorOrderSet',
      /**
       * Failover order of a service. The first vendor in `vendors` is active, unless the service is
       * switched off.
       */
      { readonly service: Service; readonly vendors: readonly number[]; readonly was: readonly number[] }
    >
  | NewEvent<
      'VendorPaused',
      /**
       * Stops new purchases of the service at this vendor. Orders that were sent before this event continue.
       * The event is also stored when a probe (a test purchase) of a paused vendor fails, and when a person
       * makes an automatic pause permanent.
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
       * Allows one purchase at a paused vendor as a probe, which is a test purchase. Only the
       * process that appended this event may use the probe.
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
       * Stops all new purchases at this vendor, because the vendor refuses our account. `access`
       * means a fault of the key, the address or the account. `balance` means that our account at
       * the vendor has too little money.
       */
      {
        readonly vendor: number;
        readonly fault: 'access' | 'balance';
        /** Code of the vendor. */
        readonly code: string;
        readonly reason: string;
        /**
         * Number of this pause in its series, from 1. A pause soon after the account was resumed continues
         * the series.
         */
        readonly times: number;
        /** Balance in kobo, as a decimal string, at which the pause ends. Absent when `fault` is `access`. */
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
      /**
       * Stops new purchases of one product at this vendor, because the vendor refused the product, or
       * charged a cost that is more than 5 % off the cost in the catalogue (code `COST`).
       */
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
       * Stops sales and orders to vendors until `SendingReleased`. After a restore, the log may not show that
       * an order was already sent. The vendor is therefore asked before an old order is sent. An order is old
       * when it was accepted up to the log position `acceptedUpTo`. Without `acceptedUpTo`, the limit is the
       * time `acceptedBefore` (ISO 8601). `lacking` are places that the log lacked.
       */
      {
        readonly reason: string;
        readonly acceptedBefore: string;
        readonly acceptedUpTo?: number;
        readonly lacking?: readonly { readonly position: number; readonly hash?: string }[];
      }
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
  /** Changes the funding terms. The new terms apply to payments after this event. */
  | NewEvent<
      'FundingTermsSet',
      {
        readonly terms: StoredFundingTerms;
        readonly was: StoredFundingTerms;
        /**
         * User id of the second administrator, who approved the change. Absent when the bank account did not
         * change and the charge did not rise, and for higher charges in older events.
         */
        readonly approvedBy?: string;
      }
    >;

interface RefusedProduct {
  readonly vendor: number;
  readonly service: Service;
  /** Key of the product (`productKey`), such as `data/1101`. */
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

/** Catalog event without ids, times and actor. The function `fact` adds these fields. */
export type CatalogEventDraft = CatalogEvent extends infer Event
  ? Event extends CatalogEvent
    ? { readonly type: Event['type']; readonly data: Event['data'] }
    : never
  : never;

export type StoredAutomaticPause = {
  /**
   * Number of this pause in its series, from 1. A series continues with a failed probe (test purchase), and
   * with a pause soon after the vendor was resumed.
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
      /**
       * Amounts in kobo, as decimal strings. `held` is our balance at the vendor. `least` is the balance below
       * which the vendor is paused.
       */
      readonly held: string;
      readonly least: string;
    }
);

export const CATALOG_STREAM = 'catalog';

export interface StoredFundingTerms {
  /** Fee in kobo, as a decimal string, that we keep from each automatic funding. */
  readonly charge: string;
  /**
   * Our bank account for manual funding. All three fields are empty when we have no such account.
   */
  readonly bank: string;
  readonly accountName: string;
  readonly accountNumber: string;
}

/** `minimum` and `maximum` are kobo as decimal strings. */
export interface StoredAmountTerms {
  readonly minimum: string;
  readonly maximum: string;
  /** Basis points, by the code of a network or electricity company. */
  readonly commissions: Readonly<Record<string, number>>;
}

/**
 * Prices that customers pay before the discount, and the cost that the vendor charges. All are kobo as decimal
 * strings.
 */
export interface StoredPrices {
  readonly price: string;
  /** Defaults to `price`. */
  readonly affiliatePrice?: string;
  readonly cost: string;
  /** Costs at vendor accounts where they differ from `cost`. Absent in old events. */
  readonly costs?: AccountCosts;
  /** True when an administrator allowed a price below `cost`. */
  readonly belowCost?: true;
}

export interface StoredDataPlan extends StoredPrices {
  readonly code: number;
  readonly network: NetworkCode;
  readonly planType: PlanTypeCode;
  readonly name: string;
  readonly validity: string;
  /** Size of the plan. When absent, the size is the part of `name` before ` - `. */
  readonly size?: string;
  readonly codes: VendorCodes;
  readonly on: boolean;
  /**
   * Number that sorts the plan in the list, lowest first. When absent, the plan is sorted by its
   * `code`.
   */
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

/** Fields of a plan other than its prices. A missing field stays as it is. */
export interface PlanDetails {
  readonly network?: NetworkCode;
  readonly planType?: PlanTypeCode;
  readonly provider?: CableCode;
  /** Size of a data plan, or name of a bouquet. */
  readonly size?: string;
  readonly days?: number;
  readonly on?: boolean;
  /** Number that sorts the plan in the list. With `null`, the plan is sorted by its code. */
  readonly place?: number | null;
  /** Codes of the plan at vendors, with keys as in `VendorCodes`. The value null removes a code. */
  readonly codes?: Readonly<Record<string, string | null>>;
  /** Kobo by vendor account. With null, the account has the plan's `cost`. */
  readonly costs?: Readonly<Record<string, string | null>>;
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
  AmountTermsSet: true,
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
 * Prices in kobo, as decimal strings. A missing price stays as it is. When `affiliatePrice` is null, affiliates
 * pay `price`.
 */
export interface PartialPrices {
  readonly price?: string;
  readonly affiliatePrice?: string | null;
  readonly cost?: string;
}
