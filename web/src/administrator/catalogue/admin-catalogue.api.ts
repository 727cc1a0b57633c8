import type { CallAnswer, CallRequest } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';

export type SwitchedNetwork = CallAnswer<'catalogueSwitches'>['networks'][number];
export type PricedPlan = CallAnswer<'dataPlansAlias'>['data_plans'][number];
export type ScheduledPrice = CallAnswer<'scheduledPrices'>['changes'][number];
export type OtherPrice = CallAnswer<'otherPrices'>['plans'][number];
export type AmountTerms = CallAnswer<'amountTerms'>['services'][number];
export type Plans = CallAnswer<'plans'>;
export type ListedPlan = Plans['plans'][number];
export type PlanPrice = CallAnswer<'dataPriceAlias'>;

const adminCatalogueApi = api.injectEndpoints({
  endpoints: (build) => ({
    catalogueSwitches: build.query<readonly SwitchedNetwork[], void>({
      query: () => reading('catalogueSwitches', {}),
      transformResponse: ({ networks }: CallAnswer<'catalogueSwitches'>) => networks,
      providesTags: ['Catalogue'],
    }),
    pricedPlans: build.query<
      readonly PricedPlan[],
      Pick<CallRequest<'dataPlansAlias'>, 'datanetwork' | 'selectedPlanType'>
    >({
      query: (asked) => reading('dataPlansAlias', asked),
      transformResponse: ({ data_plans: plans }: CallAnswer<'dataPlansAlias'>) => plans,
      providesTags: ['Catalogue'],
    }),
    planPrice: build.query<PlanPrice, string>({
      query: (selectedDataPlan) => reading('dataPriceAlias', { selectedDataPlan }),
      providesTags: ['Catalogue'],
    }),
    scheduledPrices: build.query<readonly ScheduledPrice[], void>({
      query: () => reading('scheduledPrices', {}),
      transformResponse: ({ changes }: CallAnswer<'scheduledPrices'>) => changes,
      providesTags: ['Catalogue'],
    }),
    plans: build.query<Plans, void>({
      query: () => reading('plans', {}),
      providesTags: ['Catalogue'],
    }),
    priceConfirmation: build.query<CallAnswer<'priceConfirmation'>, void>({
      query: () => reading('priceConfirmation', {}),
      providesTags: ['Catalogue'],
    }),
    otherPrices: build.query<readonly OtherPrice[], void>({
      query: () => reading('otherPrices', {}),
      transformResponse: ({ plans }: CallAnswer<'otherPrices'>) => plans,
      providesTags: ['Catalogue'],
    }),
    amountTerms: build.query<readonly AmountTerms[], void>({
      query: () => reading('amountTerms', {}),
      transformResponse: ({ services }: CallAnswer<'amountTerms'>) => services,
      providesTags: ['Catalogue'],
    }),
    affiliateFee: build.query<number, void>({
      query: () => reading('affiliateFee', {}),
      transformResponse: ({ affiliateFee }: CallAnswer<'affiliateFee'>) => affiliateFee,
      providesTags: ['Catalogue'],
    }),
  }),
});

export const {
  usePlansQuery,
  usePriceConfirmationQuery,
  useAmountTermsQuery,
  useOtherPricesQuery,
  useScheduledPricesQuery,
  useCatalogueSwitchesQuery,
  usePricedPlansQuery,
  usePlanPriceQuery,
  useAffiliateFeeQuery,
} = adminCatalogueApi;
