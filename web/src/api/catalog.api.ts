import type { CallAnswer } from '../../../services/contracts/calls.js';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { api, reading } from './base-api.js';

export type Catalog = CallAnswer<'catalogue'>;
export type DataPlan = CallAnswer<'dataPlans'>['data_plans'][number];
export type CablePlan = CallAnswer<'cablePlans'>['cable_plans'][number];

const catalogueApi = api.injectEndpoints({
  endpoints: (build) => ({
    catalogue: build.query<Catalog, void>({
      query: () => reading('catalogue', {}),
      providesTags: ['Catalogue'],
    }),
    serviceHealth: build.query<CallAnswer<'serviceHealth'>['services'], void>({
      query: () => reading('serviceHealth', {}),
      transformResponse: ({ services }: CallAnswer<'serviceHealth'>) => services,
    }),
    siteLinks: build.query<CallAnswer<'siteLinks'>, void>({
      query: () => reading('siteLinks', {}),
    }),
  }),
});

export const { catalogue, siteLinks } = catalogueApi.endpoints;

/** @public Pages export it as `ask`. */
export const askCatalog = (dispatch: ThunkDispatch<unknown, unknown, UnknownAction>): void =>
  void dispatch(catalogue.initiate(undefined, { subscribe: false }));

export const { useCatalogueQuery, useServiceHealthQuery, useSiteLinksQuery } = catalogueApi;
