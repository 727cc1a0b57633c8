import type { CallAnswer } from '../../../../services/contracts/calls.js';
import type { IDENTITY_STANDINGS } from '../../../../services/contracts/admin/users.contract.js';
import type { ListAsked, Listed } from '../../api/admin-lists.js';
import { api, reading } from '../../api/base-api.js';
import { listBody } from '../../api/transactions.api.js';

export type ListedUser = Omit<CallAnswer<'users'>['user_info'][number], 'auth_token'> & {
  readonly token: string;
};

export const nameOf = ({
  first_name,
  last_name,
  email,
}: {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}): string => `${first_name} ${last_name}`.trim() || email;

/** The phone of a customer who moved in without an email. */
export const contactOf = ({ email, phone_number }: Pick<ListedUser, 'email' | 'phone_number'>): string =>
  email || phone_number;

type UsersAsked = ListAsked & { readonly identity: '' | (typeof IDENTITY_STANDINGS)[number] };

const SHOWING_BALANCES = ['Users', 'AdminHistory', 'AdminFunding'] as const;

const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    users: build.query<Listed<ListedUser>, UsersAsked>({
      query: ({ identity, ...asked }) =>
        reading('users', { ...listBody(asked), ...(identity && { identity }) }),
      transformResponse: ({ user_info, total, total_capped }: CallAnswer<'users'>) => ({
        rows: user_info.map(({ auth_token: token, ...row }) => ({ ...row, token })),
        total,
        total_capped,
      }),
      providesTags: SHOWING_BALANCES,
    }),
    affiliates: build.query<Listed<ListedUser>, ListAsked>({
      query: (asked) => reading('affiliates', listBody(asked)),
      transformResponse: ({ user_info, total, total_capped }: CallAnswer<'affiliates'>) => ({
        rows: user_info.map(({ affiliate_token: token, ...row }) => ({ ...row, token })),
        total,
        total_capped,
      }),
      providesTags: SHOWING_BALANCES,
    }),
    user: build.query<CallAnswer<'user'>, string>({
      query: (id) => reading('user', { id }),
      providesTags: SHOWING_BALANCES,
    }),
  }),
});

export const { useUserQuery, useUsersQuery, useAffiliatesQuery } = usersApi;
