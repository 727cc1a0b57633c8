import { expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import answers from '../testing/administrator-answers.json' with { type: 'json' };
import { type Answers } from '../testing/fake-server.js';
import { openPage, press, says } from '../testing/render-page.js';

const BROADCAST = {
  id: 'b1',
  broadcast_title: 'Maintenance',
  broadcast_message: 'Data is slow tonight.',
  active: true,
  author: 'Chief Admin',
  created_at: '2026-03-02T10:15:30.000+01:00',
};
const [WAITING] = answers.failedExternal.failed_history;
const ENDED = {
  ...WAITING,
  decision: 'Refunded',
  decided_by: 'Chidi Admin',
  decided_at: '2026-03-02T10:15:30.000+01:00',
  reason: 'No record',
};
const SCHEDULED = {
  id: 'c1',
  service: 'exams',
  code: 1,
  plan: 'WAEC pin',
  price: { was: 3_900, now: 4_200 },
  at: '2099-12-02T10:15:30.000+01:00',
  scheduled_at: '2026-03-02T10:15:30.000+01:00',
  by: 'Chidi Admin',
  details: [],
  changed_since: false,
  reason: '',
  refused: false,
};
const ALERT = {
  id: 'a1',
  text: "A purchase has waited for a person's decision.",
  raised_at: '2026-03-02T10:05:30.000+01:00',
  cleared_at: null,
  acknowledged_by: null,
  acknowledged_at: null,
};
const LISTS = {
  broadcasts: { ...answers.broadcasts, broadcast_info: [BROADCAST], total: 1 },
  completedExternal: { ...answers.completedExternal, completed_history: [ENDED], total: 1 },
  scheduledPrices: { changes: [SCHEDULED] },
  operations: { ...answers.operations, alerts: [ALERT] },
  priceConfirmation: { confirmed: true, version: 0, plans: 0 },
  plans: { version: 0, plans: [], places: [] },
} as unknown as Answers;

it.each([
  ['/broadcastlist', 'Data is slow tonight.', 'button', /ctivate/],
  ['/disablenetwork', 'needs the permission', 'button', /^Disable/],
  ['/activateplan', 'needs the permission', 'button', /^Activate/],
  ['/changeaffiliatefee', 'needs the permission', 'button', /^Change Charge/],
  ['/editdataprices', 'Changing prices needs the permission finance.', 'button', /^(?:Upload|Cancel)/],
  ['/switch-api', 'You can look, not switch', 'button', /^(?:Switch|Ask|Pause|Resume)/],
  ['/user-center', 'customer@demo.test', 'button', /^(?:Upgrade|Edit)/],
  ['/adminaffiliate', 'affiliate@demo.test', 'button', /^(?:DownGrade|Edit)/],
  ['/failedtransaction', 'NL4MG9TVKNTD8FXFJP', 'button', /^(?:Refund|Successful|Ask the vendor)/],
  ['/operations', 'has waited', 'button', /^I look after it/],
  ['/stat', '2 transactions', 'link', /Top up/],
  ['/admin-area', 'Buy Airtime', 'link', /Buy Airtime|Top up/],
] as const)('lets an auditor look at %s and change nothing', async (path, text, role, changes) => {
  await openPage(path, { as: 'administrator', answers: LISTS });
  // An owner has them, so that a new name cannot hide them below.
  await screen.findAllByRole(role, { name: changes });
  await openPage(path, { as: 'auditor', answers: LISTS });
  await says(text);
  expect(screen.queryAllByRole(role, { name: changes })).toEqual([]);
});

it.each([
  ['/createbroadcast', 'needs the permission support'],
  ['/adminbuydata', 'You may not buy for the house.'],
  ['/adminbvn', 'You may not buy for the house.'],
  ['/adminbought/NL1', 'You may not buy for the house.'],
])('shows an auditor no form at %s', async (path, text) => {
  await openPage(path, { as: 'auditor' });
  await says(text);
  expect(document.querySelector('main form')).toBeNull();
});

it('shows an auditor ended transactions without buttons that decide', async () => {
  await openPage('/completeexternal', { as: 'auditor', answers: LISTS });
  await says('NL4MG9TVKNTD8FXFJP');
  expect(screen.queryAllByRole('button', { name: /^(?:Refund|Successful|Ask the vendor)/ })).toEqual([]);
});

it('lets support ask the vendor about a failed transaction, and decide it with finance only', async () => {
  await openPage('/failedtransaction', { as: 'administrator', permissions: ['support'] });
  await says('Refund and Successful need the permission finance.');
  await says('NL4MG9TVKNTD8FXFJP');
  fireEvent.click(screen.getByRole('checkbox', { name: /NL4MG9TVKNTD8FXFJP/ }));
  await screen.findByRole('button', { name: /^Ask the vendor/ });
  expect(screen.queryAllByRole('button', { name: /^(?:Refund|Successful|Selected were)/ })).toEqual([]);
});

it('offers an auditor the CSV of the prices', async () => {
  await openPage('/editdataprices', { as: 'auditor', answers: LISTS });
  await screen.findByRole('button', { name: 'Download CSV' });
});

it('offers an auditor only permitted pages in the bar of a phone', async () => {
  await openPage('/plans', { as: 'auditor', width: 360 });
  const bar = within(await screen.findByRole('navigation', { name: 'Quick' }));
  await press('Quick actions', bar);
  const offered = within(await bar.findByRole('list')).getAllByRole('link');
  expect(offered.map((link) => link.textContent?.trim())).toEqual(['History', 'Profile']);
});
