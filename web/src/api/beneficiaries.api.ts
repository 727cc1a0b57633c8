import type { CallAnswer } from '../../../services/contracts/calls.js';
import type { Service } from '../../../services/contracts/services.js';
import { skipToken } from '@reduxjs/toolkit/query';
import { api, reading } from './base-api.js';
import { side } from './side.js';

export type Beneficiary = CallAnswer<'beneficiaries'>['saved'][number];
export type NoticeSettings = CallAnswer<'noticeSettings'>['settings'];

const beneficiariesApi = api.injectEndpoints({
  endpoints: (build) => ({
    beneficiaries: build.query<CallAnswer<'beneficiaries'>, Service>({
      query: (service) => reading('beneficiaries', { service }),
      providesTags: ['Beneficiaries', 'History'],
    }),
    allBeneficiaries: build.query<CallAnswer<'beneficiaries'>, void>({
      query: () => reading('beneficiaries', {}),
      providesTags: ['Beneficiaries'],
    }),
    noticeSettings: build.query<NoticeSettings, void>({
      query: () => reading('noticeSettings', {}),
      transformResponse: (answer: CallAnswer<'noticeSettings'>) => answer.settings,
      providesTags: ['Beneficiaries'],
    }),
  }),
});

export const { useAllBeneficiariesQuery, useNoticeSettingsQuery } = beneficiariesApi;

/** Administrators have no saved recipients. */
export const useBeneficiariesOf = (service: Service) =>
  beneficiariesApi.useBeneficiariesQuery(side() === 'admin' ? skipToken : service);
