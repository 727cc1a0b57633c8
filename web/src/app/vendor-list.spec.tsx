import { expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { field, openPage, press, says } from './testing/render-page.js';
import { callsOf, lastSent } from './testing/fake-server.js';

const difference = { kind: 'dearer', key: 'data/1102', name: 'Mtn SME 1GB', text: 'costs ₦600.00' } as const;
const compareVendorList = {
  name: 'Platonic',
  head: 'Service,Code',
  differences: [
    { ...difference, line: 'data,1102' },
    { ...difference, kind: 'gone' as const, key: 'data/1103', name: 'Mtn SME 2GB', line: 'data,1103' },
    { ...difference, kind: 'new' as const, key: '999', name: 'Night plan', line: '' },
  ],
  unlisted: [],
};
const plans = { version: 0, plans: [], places: [{ at: '4', name: 'Code at vendor 4, Platonic' }] };
const priceConfirmation = { confirmed: true, version: 0, plans: 0 };
const amountTerms = { services: [] };
const previewPrices = { version: 0, rows: [], unchanged: 1, gone: [], faults: [], faults_total: 0 };

it('compares the list of a vendor, and previews only what was chosen', async () => {
  const answers = { amountTerms, compareVendorList, plans, priceConfirmation, previewPrices };
  await openPage('/editdataprices', { as: 'administrator', answers });
  await screen.findByRole('option', { name: '4, Platonic' });
  fireEvent.change(await field('Vendor account'), { target: { value: '4' } });
  await press('Compare');
  await says('costs ₦600.00');
  expect(lastSent('compareVendorList')).toEqual({ vendor: 4 });
  const night = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Night plan/ });
  expect(night.disabled).toBe(true);
  fireEvent.click(await screen.findByRole('checkbox', { name: /Mtn SME 2GB/ }));
  await press('Preview 1 chosen');
  await says('as in the file');
  expect(lastSent('previewPrices')).toEqual({ csv: 'Service,Code\r\ndata,1103' });
});

it('offers no comparison to an administrator who may not change prices', async () => {
  await openPage('/editdataprices', {
    as: 'administrator',
    permissions: ['support'],
    answers: { amountTerms, plans, priceConfirmation },
  });
  await says('Changing prices needs the permission finance.');
  expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
  expect(callsOf('compareVendorList')).toEqual([]);
});
