import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import answers from '../testing/administrator-answers.json' with { type: 'json' };
import { serve, type Answers } from '../testing/fake-server.js';
import { fill, openPage, press, says, words } from '../testing/render-page.js';

const PRICES = {
  priceConfirmation: { confirmed: true, version: 0, plans: 0 },
  plans: { version: 0, plans: [], places: [] },
};

it.each([
  ['/adminthistory', 'adminTransactions', 'Failed to fetch transactions', 'Try again', '3 entries'],
  ['/user-center', 'users', 'The users could not be loaded.', 'Try again', '2 entries'],
  ['/stat', 'salesReport', 'The sales could not be loaded.', 'Try again', '2 transactions'],
  ['/admin-area', 'adminSummary', 'Not loaded. Try again', 'Not loaded. Try again', 'Regular User'],
] as const)(
  'says that %s lacks the answer of %s, and tries again: [admin-move:admin-session failed-balance]',
  async (path, call, lost, button, found) => {
    await openPage(path, { as: 'administrator', answers: { [call]: 'broken' } });
    await says(lost);
    expect(location.pathname).toBe(path);
    expect(words()).not.toContain(found);
    serve({ [call]: answers[call] } as unknown as Answers);
    await press(button);
    await says(found);
    expect(words()).not.toContain(lost);
  },
);

it('says [admin-text:No data plans available for the selected network.] when they do not come', async () => {
  await openPage('/editdataprices', {
    as: 'administrator',
    answers: { ...PRICES, dataPlansAlias: 'broken' },
  });
  await screen.findByRole('option', { name: 'Glo' });
  await fill({ Network: '2' });
  await fill({ 'Plan type': '1' });
  await says('No data plans available for the selected network.');
});

it('says [admin-text:No amount set.] when the charge of affiliates does not come', async () => {
  await openPage('/changeaffiliatefee', { as: 'administrator', answers: { affiliateFee: 'refused' } });
  await says('No amount set.');
});

it('lists vendors without the figures that do not come', async () => {
  await openPage('/switch-api', { as: 'administrator' });
  await says('Holds ₦');
  await openPage('/switch-api', {
    as: 'administrator',
    answers: { operations: 'broken', sitePurse: 'broken' },
  });
  await says('1 Platinum');
  await says('8 DragNet');
  expect(words()).not.toMatch(/Holds ₦|nothing ended yet/);
});

it('names a vendor that the purse of the site lacks', async () => {
  const vendors = answers.sitePurse.vendors.map((vendor) =>
    vendor.name === 'Spectranet' ? { ...vendor, balance: null } : vendor,
  );
  const sitePurse = { ...answers.sitePurse, vendors, complete: false, SitePurse: 1_500 };
  await openPage('/stat', { as: 'administrator', answers: { sitePurse } as unknown as Answers });
  await says('Not counted, because they did not answer: Spectranet.');
  await says('₦1,500.00');
  expect(screen.getByRole('row', { name: /^Spectranet No answer/ })).not.toBeNull();
});
