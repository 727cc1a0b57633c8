import { expect, it } from '@jest/globals';
import { CALLS } from '../calls.js';
import { BET_PLATFORMS } from '../bet.contract.js';
import { networkOfPhone, PHONE_PREFIXES } from './phones.js';
import { DISCOS, METER_TYPES } from '../electricity.contract.js';
import { EXAMS } from '../exams.contract.js';
import { CABLE_PROVIDERS } from '../cable.contract.js';
import { PLAN_TYPES } from '../data.contract.js';
import { NETWORKS } from './codes.js';

/** Client programs contain these tables: a code must never change its meaning. */
it.each([
  ['[const:networks]', NETWORKS, { 1: 'Mtn', 2: 'Glo', 3: 'Airtel', 4: '9mobile' }],
  ['[const:plan-types]', PLAN_TYPES, { 1: 'SME', 2: 'Cooperate Gifting', 3: 'Gifting', 4: 'SME2' }],
  ['[const:cable-providers]', CABLE_PROVIDERS, { 1: 'GoTV', 2: 'DSTV', 3: 'STARTIME' }],
  ['[const:exams]', EXAMS, { 1: 'WAEC', 2: 'NECO', 3: 'NABTEB' }],
  [
    '[const:discos]',
    DISCOS,
    {
      18: 'Ikeja',
      19: 'Ibadan',
      20: 'Eko',
      21: 'Port Harcourt',
      22: 'Kaduna',
      23: 'Kano',
      24: 'Jos',
      25: 'Abuja',
      26: 'Enugu',
      28: 'Yola',
      29: 'Benin',
    },
  ],
  ['[const:meter-types]', Object.values(METER_TYPES), ['Prepaid', 'Postpaid']],
])('%s', (_, table, told) => expect(table).toEqual(told));

/** A caller without a verified email must not learn names. */
it.each(['validateIuc', 'validateMeter', 'bankDetails', 'validateBetCustomer'] as const)(
  '%s requires a verified email',
  (name) => expect(CALLS[name]).toMatchObject({ access: 'buyer', verifiedEmail: true }),
);

it('[const:bet-platforms]', () => {
  expect(BET_PLATFORMS).toHaveLength(29);
  expect(new Set(BET_PLATFORMS).size).toBe(29);
  expect(BET_PLATFORMS).toEqual(expect.arrayContaining(['MERRYBET', '1XBET', 'BET9JA AGENT', 'MSPort']));
});

it('[const:network-prefixes]', () => {
  const told: Readonly<Record<number, string>> = {
    1: '0704 0803 0806 0703 0706 0707 0813 0816 0810 0814 0903 0913 0906 0916',
    2: '0805 0807 0705 0815 0811 0905 0915',
    3: '0802 0808 0708 0812 0701 0901 0902 0904 0907 0911 0912',
    4: '0809 0818 0817 0908 0909',
  };
  for (const [network, prefixes] of Object.entries(told))
    for (const prefix of prefixes.split(' '))
      expect([prefix, networkOfPhone(prefix)]).toEqual([prefix, Number(network)]);
  expect(networkOfPhone('07025')).toBe(1);
  // Prefixes that belong to no network, although a longer prefix may.
  expect([networkOfPhone('07020'), networkOfPhone('090'), networkOfPhone('0900')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(Object.values(PHONE_PREFIXES).flat()).toHaveLength(16 + 7 + 11 + 5);
});
