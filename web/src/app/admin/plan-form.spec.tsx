import { expect, it } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { field, openPage, press, says } from '../testing/render-page.js';
import { lastSent } from '../testing/fake-server.js';

it('removes the charge at a vendor account that sells no plans any more', async () => {
  const prices = { price: 500, affiliate_price: 500, cost: 485 };
  const offered = {
    service: 'data' as const,
    code: 1301,
    plan: 'Mtn Gifting 1GB - 1 day',
    days: 1,
    on: true,
  };
  const costs = [
    { at: '4', cost: 480 },
    { at: '9', cost: 499 },
  ];
  const answers = {
    plans: {
      version: 3,
      plans: [{ ...offered, ...prices, codes: [], costs, stopped: [] }],
      places: [{ at: '4', name: 'Code at vendor 4, Platonic' }],
    },
    priceConfirmation: { confirmed: true, version: 0, plans: 0 },
    setPlan: { message: 'Mtn Gifting 1GB - 1 day is on the list.' },
  };
  await openPage('/editdataprices', { as: 'administrator', answers });
  await press('Change Mtn Gifting 1GB - 1 day');
  const gone = await field('Charge at vendor 9, which sells no plans');
  expect(gone).toHaveProperty('value', '499');
  fireEvent.change(gone, { target: { value: '' } });
  await press('Save the plan');
  await says('Mtn Gifting 1GB - 1 day is on the list.');
  expect(lastSent('setPlan')).toMatchObject({
    costs: [
      { at: '4', cost: '480' },
      { at: '9', cost: '' },
    ],
  });
});
