import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ADA_BRAND, NO_LOGO } from './testing/ada-brand.js';
import { field, fill, openPage, press, says } from './testing/render-page.js';
import { callsOf, lastSent } from './testing/fake-server.js';

const ownLegalPages = { pages: [] };
const ownBrand = { brand: ADA_BRAND, version: 3, ...NO_LOGO, waiting: ['new@adapay.ng'] };

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

const file = (name: string, bytes: number): File =>
  new File([new Uint8Array(bytes)], name, { type: 'image/png' });

async function choose(chosen: File): Promise<void> {
  fireEvent.change(await field('File'), { target: { files: [chosen] } });
}

it('shows the chosen logo before it is sent, sends its bytes, and removes it', async () => {
  const logo = { src: '/logo-1.png', width: 512, height: 128, ground: 'pale' as const };
  const setLogo = { message: 'The logo is set.' };
  const removeLogo = { message: 'The logo is removed.' };
  const answers = { ownLegalPages, ownBrand: { ...ownBrand, logo, logo_version: 4 }, setLogo, removeLogo };
  await openPage('/admin-brand', { as: 'administrator', answers });
  const shown = (): (string | null)[] =>
    screen.getAllByRole('img', { name: /^Logo of Ada Pay/ }).map((picture) => picture.getAttribute('src'));
  await says('Remove the logo');
  expect(shown()).toEqual(['/logo-1.png', '/logo-1.png']);
  await choose(file('logo.png', 3));
  await waitFor(() => expect(shown()[0]).toBe('data:image/png;base64,AAAA'));
  await press('Set the logo');
  await says('The logo is set.');
  expect(lastSent('setLogo')).toMatchObject({ logo: 'AAAA', version: 4 });
  await press('Remove the logo');
  await says('The logo is removed.');
  expect(lastSent('removeLogo')).toMatchObject({ version: 4 });
});

it('refuses a logo of more than 2 MB before sending it, and shows why the server refuses one', async () => {
  const setLogo = {
    refused: 422,
    code: 'VALIDATION_FAILED' as const,
    field: 'logo',
    message: 'logo: is animated: save a single picture as PNG',
  };
  await openPage('/admin-brand', { as: 'administrator', answers: { ownLegalPages, ownBrand, setLogo } });
  await choose(file('logo.png', 2 * 1_024 * 1_024 + 1));
  await says('is larger than 2 MB: save it smaller');
  await press('Set the logo');
  expect(callsOf('setLogo')).toEqual([]);
  await choose(file('logo.png', 3));
  await waitFor(() => expect(screen.queryByText(/is larger than 2 MB/)).toBeNull());
  await screen.findAllByRole('img', { name: /^Logo of Ada Pay/ });
  await press('Set the logo');
  await says('is animated: save a single picture as PNG');
  expect((await field('File')).getAttribute('aria-invalid')).toBe('true');
});
