import type { CallAnswer } from '../../../services/contracts/calls.js';
import { api, reading } from './base-api.js';

export type SitePurse = CallAnswer<'sitePurse'>;
export type AdminInfo = CallAnswer<'adminInfo'>;
export type SalesReport = CallAnswer<'salesReport'>['windows'][number];
export type SalesFigures = SalesReport['figures'];

const salesApi = api.injectEndpoints({
  endpoints: (build) => ({
    sitePurse: build.query<SitePurse, void>({ query: () => reading('sitePurse', {}) }),
    adminInfo: build.query<AdminInfo, void>({
      query: () => reading('adminInfo', {}),
      providesTags: ['Sales'],
    }),
    adminSummary: build.query<CallAnswer<'adminSummary'>, void>({
      query: () => reading('adminSummary', {}),
      providesTags: ['Sales'],
    }),
    salesReport: build.query<readonly SalesReport[], void>({
      query: () => reading('salesReport', {}),
      transformResponse: ({ windows }: CallAnswer<'salesReport'>) => windows,
      providesTags: ['Sales'],
    }),
  }),
});

export const { useSitePurseQuery, useAdminInfoQuery, useAdminSummaryQuery, useSalesReportQuery } = salesApi;
