import { expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { ADA_BRAND } from './testing/ada-brand.js';
import { field, fill, openPage, press, says } from './testing/render-page.js';
import { callsOf, lastSent } from './testing/fake-server.js';

const ownLegalPages = { pages: [] };
const ownBrand = { brand: ADA_BRAND, version: 3, waiting: ['new@adapay.ng'] };

it('shows the brand and the contacts that wait, and sends what an owner changes', async () => {
  const setBrand = { outcome: 'applied' as const, message: 'The brand is Bola Pay now.' };
  await openPage('/admin-brand', { as: 'administrator', answers: { ownLegalPages, ownBrand, setBrand } });
  await says('new@adapay.ng');
  await fill({ Name: 'Bola Pay', 'Support phone': '0803 123 4567' });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'KYC API' }));
  await press('Save');
  await says('The brand is Bola Pay now.');
  expect(lastSent('setBrand')).toMatchObject({
    ...ADA_BRAND,
    name: 'Bola Pay',
    support_phone: '0803 123 4567',
    hidden_tiles: ['kyc-api'],
    version: 3,
  });
});

it('shows an error below the field that it names, and the contrast of a colour while it is typed', async () => {
  const setBrand = {
    refused: 422,
    code: 'VALIDATION_FAILED' as const,
    field: 'colour',
    message: 'colour: is too pale to read',
  };
  await openPage('/admin-brand', { as: 'administrator', answers: { ownLegalPages, ownBrand, setBrand } });
  await fill({ Colour: '#ffd400' });
  await says('at least 4.5 is needed');
  await press('Save');
  await says('is too pale to read');
  expect((await field('Colour')).getAttribute('aria-invalid')).toBe('true');
});

it('lets an administrator who is no owner read the brand and change nothing', async () => {
  await openPage('/admin-brand', {
    as: 'administrator',
    permissions: ['support'],
    answers: { ownLegalPages, ownBrand },
  });
  await says('Changing the brand needs the permission owner.');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect((await field('Name')).readOnly).toBe(true);
  expect(callsOf('setBrand')).toEqual([]);
});
