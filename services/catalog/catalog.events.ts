import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { VendorCodes, NetworkCode, Service, Tier } from '../contracts/services.js';
import type { DiscoCode } from '../contracts/electricity.contract.js';
import type { ExamCode } from '../contracts/exams.contract.js';
import type { CableCode } from '../contracts/cable.contract.js';
import type { PlanTypeCode } from '../contracts/data.contract.js';
import type { PricedService } from '../contracts/admin/prices.contract.js';
import type { PartialPrices } from './prices/scheduled-prices.state.js';

/**
 * Every change of what is sold, in stream `catalog`: who made it is the event's actor. The price list is the seed of this
 * version with these on top. Money is a string of kobo digits. `was` is what it replaced, null for nothing. `scheduleId` is the id of the event
 * that scheduled it, where it was scheduled: whoever did that is the actor, whichever process stored it at its moment.
 */
export type CatalogEvent =
  | NewEvent<'NetworkSwitched', { readonly network: NetworkCode; readonly on: boolean }>
  | NewEvent<
      'PlanTypeSwitched',
      { readonly network: NetworkCode; readonly planType: PlanTypeCode; readonly on: boolean }
    >
  | NewEvent<
      'DataPlanSet',
      { readonly plan: StoredDataPlan; readonly was: StoredDataPlan | null; readonly scheduleId?: string }
    >
  | NewEvent<
      'CablePlanSet',
      { readonly plan: StoredCablePlan; readonly was: StoredCablePlan | null; readonly scheduleId?: string }
    >
  | NewEvent<'ExamSet', { readonly exam: StoredExam; readonly was: StoredExam; readonly scheduleId?: string }>
  /** The plan gets these prices at the moment, whatever it costs until then, unless it is cancelled before. */
  | NewEvent<
      'PriceChangeScheduled',
      {
        readonly service: PricedService;
        readonly code: number;
        readonly name: string;
        readonly prices: PartialPrices;
        /** As these would be by then without it. */
        readonly was: PartialPrices;
        /** A price may be below the cost by then. Absent otherwise. */
        readonly belowCost?: true;
        /** UTC. */
        readonly takesEffect: string;
      }
    >
  /** It never takes effect; or it was refused at its moment, and somebody has seen that. */
  | NewEvent<'PriceChangeCancelled', ScheduledChange>
  /** Its moment came, and the plan could not be sold at these prices. */
  | NewEvent<'PriceChangeRefused', ScheduledChange & { readonly reason: string }>
  | NewEvent<'DiscoSwitched', { readonly disco: DiscoCode; readonly on: boolean }>
  | NewEvent<
      'DiscountSet',
      { readonly service: Service; readonly tier: Tier; readonly basisPoints: number; readonly was: number }
    >
  | NewEvent<'SellingBelowCostSwitched', { readonly service: Service; readonly allowed: boolean }>
  | NewEvent<
      'ActiveVendorChosen',
      /** 0 switches the service off. `was` is null while the vendors are asked by priority. */
      { readonly service: Service; readonly vendor: number; readonly was: number | null }
    >
  | NewEvent<
      'VendorOrderSet',
      /** All who sell the service then, in the order in which they are asked; the first is chosen, unless the service is off. */
      { readonly service: Service; readonly vendors: readonly number[]; readonly was: readonly number[] }
    >
  | NewEvent<
      'VendorPaused',
      /**
       * Nothing new of the service is sent to the vendor until it is resumed; what it has already is finished with it. `automatic` is there
       * when the product did so by itself. Stored again while it is paused: its probe failed, or a person took over.
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
      /** One purchase of the service may go to the vendor, to see whether it delivers again: of the process that stored this. */
      {
        readonly service: Service;
        readonly vendor: number;
        /** Id of the event that paused it. */
        readonly pauseId: string;
        /** ISO 8601: nobody buys with it from then on. */
        readonly until: string;
      }
    >
  | NewEvent<
      'VendorResumed',
      {
        readonly service: Service;
        readonly vendor: number;
        /** Id of the event that paused it. */
        readonly pauseId: string;
        readonly reason: string;
      }
    >
  /** What the upgrade to an affiliate account costs. */
  | NewEvent<'AffiliateFeeSet', { readonly fee: string; readonly was: string }>
  /** What customers are told of funding: in force with the next payment. */
  | NewEvent<'FundingTermsSet', { readonly terms: StoredFundingTerms; readonly was: StoredFundingTerms }>;

interface ScheduledChange {
  /** Id of the event that scheduled it. */
  readonly scheduleId: string;
  readonly service: PricedService;
  readonly code: number;
  readonly name: string;
  readonly prices: PartialPrices;
  /** UTC. */
  readonly takesEffect: string;
}

/** What a decision stores; ids, times and actor are added by who appends. */
export type CatalogEventDraft = CatalogEvent extends infer Event
  ? Event extends CatalogEvent
    ? { readonly type: Event['type']; readonly data: Event['data'] }
    : never
  : never;

/** Why the product paused a vendor by itself, with the figures it was decided on. */
export type StoredAutomaticPause = {
  /** 1 for the first, one more with each probe that failed and each pause soon after a resumption. */
  readonly times: number;
} & (
  | {
      readonly cause: 'success';
      readonly delivered: number;
      /** Those that were delivered, failed or were not answered. */
      readonly attempts: number;
      readonly windowMs: number;
      /** ISO 8601: from then on a purchase may probe it. */
      readonly probeAt: string;
    }
  | {
      readonly cause: 'float';
      /** Kobo digits: what it held, and the least it should hold. */
      readonly held: string;
      readonly least: string;
    }
);

export const CATALOG_STREAM = 'catalog';

/** Of a transfer into a wallet. */
export interface StoredFundingTerms {
  /** Kept of each transfer that arrives by itself, kobo digits. */
  readonly charge: string;
  /** Our own account for funding by hand; all three are empty when there is none. */
  readonly bank: string;
  readonly accountName: string;
  /** Ten digits. */
  readonly accountNumber: string;
}

/** What customers of each tier pay before the discount, and what the vendor charges us. */
export interface StoredPrices {
  readonly price: string;
  /** Absent when affiliates pay as everybody. */
  readonly affiliatePrice?: string;
  readonly cost: string;
  /** An administrator allowed that one of the prices is below the cost. Absent otherwise. */
  readonly belowCost?: true;
}

export interface StoredDataPlan extends StoredPrices {
  readonly code: number;
  readonly network: NetworkCode;
  readonly planType: PlanTypeCode;
  readonly name: string;
  readonly validity: string;
  readonly codes: VendorCodes;
  readonly on: boolean;
}

export interface StoredCablePlan extends StoredPrices {
  readonly code: number;
  readonly provider: CableCode;
  readonly name: string;
  readonly codes: VendorCodes;
  readonly on: boolean;
}

/** Prices of one pin. */
export interface StoredExam extends StoredPrices {
  readonly exam: ExamCode;
  readonly on: boolean;
}

/** The event of the catalogue, with the shape its type says; undefined for a type that this version does not know. */
export const catalogEvent = eventReader<CatalogEvent>({
  NetworkSwitched: true,
  PlanTypeSwitched: true,
  DataPlanSet: true,
  CablePlanSet: true,
  ExamSet: true,
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
  AffiliateFeeSet: true,
  FundingTermsSet: true,
});
