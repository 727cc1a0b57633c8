import { expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { field, openPage, press, says } from '../testing/render-page.js';
import { lastSent } from '../testing/fake-server.js';

const amountTerms = {
  services: [
    {
      service: 'airtime' as const,
      name: 'Airtime',
      minimum: 50,
      maximum: 50_000,
      commissions: [{ code: 1, name: 'Mtn', percent: 3 }],
    },
  ],
};
const answers = {
  amountTerms,
  plans: { version: 0, plans: [], places: [] },
  priceConfirmation: { confirmed: true, version: 0, plans: 0 },
  setAmountTerms: { message: 'The new terms apply from now on.' },
};

it('changes the range and a commission, and sends the terms that were shown', async () => {
  await openPage('/editdataprices', { as: 'administrator', answers });
  await screen.findByRole('option', { name: 'Airtime' });
  fireEvent.change(await field('Service'), { target: { value: 'airtime' } });
  fireEvent.change(await field('Minimum amount'), { target: { value: '1,000' } });
  fireEvent.change(await field('Commission of Mtn'), { target: { value: '2.5' } });
  await press('Change terms');
  await says('The new terms apply from now on.');
  expect(lastSent('setAmountTerms')).toEqual({
    service: 'airtime',
    minimum: 1000,
    maximum: 50_000,
    commissions: [{ code: '1', percent: 2.5 }],
    loaded_terms: { minimum: 50, maximum: 50_000, commissions: [{ code: '1', percent: 3 }] },
  });
});

it('shows the terms to an administrator who may not change them', async () => {
  await openPage('/editdataprices', { as: 'administrator', permissions: ['support'], answers });
  await screen.findByRole('option', { name: 'Airtime' });
  fireEvent.change(await field('Service'), { target: { value: 'airtime' } });
  expect((await screen.findByLabelText<HTMLInputElement>('Maximum amount')).value).toBe('50000');
  expect(screen.queryByRole('button', { name: 'Change terms' })).toBeNull();
});
