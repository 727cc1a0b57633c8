import type { CallAnswer, CallRequest } from '../../../services/contracts/calls.js';
import { api, reading } from './base-api.js';

export type Catalogue = CallAnswer<'catalogue'>;
export type DataPlan = CallAnswer<'dataPlans'>['data_plans'][number];
export type CablePlan = CallAnswer<'cablePlans'>['cable_plans'][number];

const catalogueApi = api.injectEndpoints({
  endpoints: (build) => ({
    catalogue: build.query<Catalogue, void>({
      query: () => reading('catalogue', {}),
      providesTags: ['Catalogue'],
    }),
    dataPlans: build.query<
      CallAnswer<'dataPlans'>,
      Pick<CallRequest<'dataPlans'>, 'datanetwork' | 'selectedPlanType'>
    >({
      query: (body) => reading('dataPlans', body),
      providesTags: ['Catalogue'],
    }),
    cablePlans: build.query<CallAnswer<'cablePlans'>, Pick<CallRequest<'cablePlans'>, 'cablenetwork'>>({
      query: (body) => reading('cablePlans', body),
      providesTags: ['Catalogue'],
    }),
    examPrice: build.query<CallAnswer<'examPrice'>, Pick<CallRequest<'examPrice'>, 'examName' | 'quantity'>>({
      query: (body) => reading('examPrice', body),
      providesTags: ['Catalogue'],
    }),
    betPlatforms: build.query<CallAnswer<'betPlatforms'>, void>({
      query: () => reading('betPlatforms', {}),
      providesTags: ['Catalogue'],
    }),
    banks: build.query<CallAnswer<'listBanks'>, void>({
      query: () => reading('listBanks', {}),
      providesTags: ['Catalogue'],
    }),
    bankDetails: build.query<
      CallAnswer<'bankDetails'>,
      Pick<CallRequest<'bankDetails'>, 'account_number' | 'bankCode'>
    >({
      query: (body) => reading('bankDetails', body),
      // The server forgets who it looked up; what it has forgotten must not be sent to.
      keepUnusedDataFor: 0,
    }),
    bvnStatus: build.query<CallAnswer<'bvnStatus'>, void>({
      query: () => reading('bvnStatus', {}),
      providesTags: ['Wallet'],
    }),
    upgradeQuote: build.query<CallAnswer<'upgradeQuote'>, void>({
      query: () => reading('upgradeQuote', {}),
      providesTags: ['Wallet'],
    }),
    siteLinks: build.query<CallAnswer<'siteLinks'>, void>({
      query: () => reading('siteLinks', {}),
    }),
  }),
});

export const {
  useCatalogueQuery,
  useDataPlansQuery,
  useCablePlansQuery,
  useExamPriceQuery,
  useBetPlatformsQuery,
  useBanksQuery,
  useBankDetailsQuery,
  useBvnStatusQuery,
  useUpgradeQuoteQuery,
  useSiteLinksQuery,
} = catalogueApi;
