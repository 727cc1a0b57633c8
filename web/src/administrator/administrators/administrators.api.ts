import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';

export type Administrator = CallAnswer<'administrators'>['administrators'][number];

export type Invitation = CallAnswer<'administrators'>['invitations'][number];

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly size: number;
  readonly search: string;
}

interface Listed {
  readonly rows: readonly Administrator[];
  readonly total: number;
  readonly total_capped: boolean;
  readonly invitations: readonly Invitation[];
}

const administratorsApi = api.injectEndpoints({
  endpoints: (build) => ({
    administrators: build.query<Listed, Asked>({
      query: ({ page, size, search }) => reading('administrators', { page, page_size: size, search }),
      transformResponse: ({
        administrators: rows,
        total,
        total_capped,
        invitations,
      }: CallAnswer<'administrators'>) => ({
        rows,
        invitations,
        total,
        total_capped,
      }),
      providesTags: ['Administrators'],
    }),
  }),
});

export const { useAdministratorsQuery } = administratorsApi;

export const nameOf = ({ first_name, last_name }: Pick<Administrator, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim();

export const ROLE_TEXT: Readonly<Record<Administrator['role'], string>> = {
  admin: 'Admin',
  auditor: 'Auditor',
};

export const mayText = ({ permissions }: Pick<Administrator, 'permissions'>): string =>
  permissions.length === 0 ? 'Read only' : permissions.map(capital).join(', ');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
