import { expect, it } from '@jest/globals';
import { paidAtOf } from './paid-at.js';

it.each([
  ['2026-11-30 22:59:59.000', '2026-11-30T21:59:59.000Z'],
  ['2026-11-30T22:59:59', '2026-11-30T21:59:59.000Z'],
  ['2026-11-30T22:59:59.5Z', '2026-11-30T22:59:59.500Z'],
  ['2026-11-30T22:59:59+0000', '2026-11-30T22:59:59.000Z'],
  ['17/11/2021 3:48:10 PM', '2021-11-17T14:48:10.000Z'],
  ['17/11/2021 12:00:01 AM', '2021-11-16T23:00:01.000Z'],
  ['17/11/2021 12:00:01 PM', '2021-11-17T11:00:01.000Z'],
])('reads %s of Monnify as Lagos time unless a zone follows', (paidOn, moment) => {
  expect(new Date(paidAtOf(paidOn)!).toISOString()).toBe(moment);
});

it.each([
  undefined,
  null,
  1_700_000_000_000,
  '',
  'yesterday',
  '2026-11-30',
  '2026-13-45 10:00:00',
  '45/13/2026 10:00:00',
  'x'.repeat(1_000),
])('leaves the time %j unread', (paidOn) => expect(paidAtOf(paidOn)).toBeUndefined());
