import type { CallAnswer } from '../../../services/contracts/calls.js';
import type { Service } from '../../../services/contracts/services.js';
import { api, reading } from './base-api.js';

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

export const { useBeneficiariesQuery, useAllBeneficiariesQuery, useNoticeSettingsQuery } = beneficiariesApi;
