import type { CallAnswer, CallName } from '../../../../services/contracts/calls.js';
import type { SwitchedService } from '../../../../services/contracts/admin/vendors.contract.js';
import type { CallBody } from '../../api/call.js';
import { api, reading } from '../../api/base-api.js';

export type ActiveVendors = CallAnswer<'activeVendors'>;
export type Vendor = ActiveVendors['vendors'][number];
export type AccountPause = ActiveVendors['account_pauses'][number];
export type Pause = ActiveVendors['pauses'][number];

export interface Category<Name extends CallName = SwitchCall> {
  readonly title: string;
  readonly service: SwitchedService;
  readonly active: Extract<keyof ActiveVendors, `active_${string}`>;
  readonly call: Name;
  readonly bodyOf: (code: string) => CallBody<Name>;
}

export type SwitchCall =
  | 'switchDataVendor'
  | 'switchAirtimeVendor'
  | 'switchCableVendor'
  | 'switchElectricVendor'
  | 'switchExamVendor';

const category = <Name extends SwitchCall>(one: Category<Name>): Category => one as Category;

export const CATEGORIES: readonly Category[] = [
  category({
    title: 'Data',
    service: 'data',
    active: 'active_data_api',
    call: 'switchDataVendor',
    bodyOf: (code) => ({ dataapiidentifier: code }),
  }),
  category({
    title: 'Airtime',
    service: 'airtime',
    active: 'active_airtime_api',
    call: 'switchAirtimeVendor',
    bodyOf: (code) => ({ airtimeapiidentifier: code }),
  }),
  category({
    title: 'Cable',
    service: 'cable',
    active: 'active_cable_api',
    call: 'switchCableVendor',
    bodyOf: (code) => ({ cableapiidentifier: code }),
  }),
  category({
    title: 'Electric',
    service: 'electricity',
    active: 'active_electric_api',
    call: 'switchElectricVendor',
    bodyOf: (code) => ({ electricapiidentifier: code }),
  }),
  category({
    title: 'Exams',
    service: 'exams',
    active: 'active_exams_api',
    call: 'switchExamVendor',
    bodyOf: (code) => ({ examsapiidentifier: code }),
  }),
];

const vendorsApi = api.injectEndpoints({
  endpoints: (build) => ({
    activeVendors: build.query<ActiveVendors, void>({
      query: () => reading('activeVendors', {}),
      providesTags: ['Vendors'],
    }),
  }),
});

export const { useActiveVendorsQuery } = vendorsApi;
