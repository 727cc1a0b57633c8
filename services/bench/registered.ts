import type { Operation } from '../../infra/read-store/view.js';
import type { UserRow } from '../../read-models/users/users.view.js';
import { CUSTOMERS, customerId, DECIDERS, deciderId, PURCHASES_START_MS } from './bought.js';

const FIRST_NAMES = ['Ada', 'Bola', 'Chidi', 'Dayo', 'Emeka', 'Funke', 'Gbenga', 'Halima', 'Ifeoma', 'Jide'];
const LAST_NAMES = [
  'Okafor',
  'Adeyemi',
  'Balogun',
  'Nwosu',
  'Eze',
  'Lawal',
  'Danjuma',
  'Obi',
  'Bello',
  'Yusuf',
];
const HOSTS = ['gmail.com', 'yahoo.com', 'outlook.com'];

const of = (names: readonly string[], number: number): string => names[number % names.length]!;

export const nameOf = (number: number): string =>
  `${of(FIRST_NAMES, number)} ${of(LAST_NAMES, Math.floor(number / FIRST_NAMES.length))}`;

export const emailOf = (number: number): string =>
  `${nameOf(number).toLowerCase().replace(' ', '.')}${number}@${of(HOSTS, number)}`;

function row(number: number, more: Partial<UserRow>): UserRow {
  const name = nameOf(number);
  const [first = '', last = ''] = name.split(' ');
  return {
    user_id: customerId(number),
    role: 'user',
    tier: 'regular',
    first_name: first,
    last_name: last,
    name,
    email: emailOf(number),
    phone: `080${String(number).padStart(8, '0')}`,
    api_token: number % 3 === 0 ? `nl_...${number.toString(36).padStart(4, '0')}` : null,
    email_verified: true,
    frozen: false,
    at: new Date(PURCHASES_START_MS - number * 60_000).toISOString(),
    ...more,
  };
}

export const registrations = (): readonly Operation[] => [
  ...Array.from({ length: CUSTOMERS }, (_, number): Operation => ({ op: 'put', row: row(number, {}) })),
  ...Array.from({ length: DECIDERS }, (_, number): Operation => ({
    op: 'put',
    row: row(number, {
      user_id: deciderId(number),
      role: 'admin',
      name: `Decider ${number}`,
      email: `decider${number}@example.test`,
    }),
  })),
];
