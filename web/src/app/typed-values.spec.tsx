import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { callsOf, lastSent } from './testing/fake-server.js';
import { field, fill, openPage, pick, press, says, sheet, words } from './testing/render-page.js';

const COMMA_REFUSED = 'Enter an amount in naira, like 1,500.50.';

describe('an amount', () => {
  it('is read with its currency sign and commas', async () => {
    await openPage('/airtime', { width: 360 });
    await fill({ 'Phone number': '+234 (0) 803 123 4567', Amount: '₦1,000.50' });
    await press('Continue');
    await waitFor(() => expect(lastSent('airtimeQuote')).toEqual({ amount: '1000.50', network: 1 }));
  });

  it.each(['100,50', '1,00'])('of %s is refused with the way to write it', async (typed) => {
    await openPage('/airtime', { width: 360 });
    await fill({ 'Phone number': '08031234567', Amount: typed });
    await press('Continue');
    await says(COMMA_REFUSED);
    expect((await field('Amount')).value).toBe(typed);
    expect(callsOf('airtimeQuote').map(({ body }) => body['amount'])).not.toContain(typed.replace(',', ''));
  });

  it('of an administrator is read or refused by the same rules', async () => {
    await openPage('/changeaffiliatefee', {
      as: 'administrator',
      answers: { setAffiliateFee: { message: 'The upgrade now costs ₦2,500.00.' } },
    });
    await fill({ 'New charge': '100,50' });
    await says(COMMA_REFUSED);
    await fill({ 'New charge': '₦2,500' });
    await press('Change Charge Now!');
    await says('The upgrade now costs');
    expect(lastSent('setAffiliateFee')).toEqual({ newPrices: '2500', amount: 2000 });
  });
});

describe('an account number', () => {
  it('that is too long stays as typed, with the digits that it has', async () => {
    await openPage('/transfer', { width: 360 });
    await fill({ 'Account Number': '08031234567' });
    await says('An account number has ten digits, not 11.');
    expect((await field('Account Number')).value).toBe('08031234567');
    expect(callsOf('bankDetails')).toEqual([]);
  });

  it('is read in groups', async () => {
    await openPage('/transfer', { width: 360 });
    await fill({ 'Account Number': '0123\u00a0456 785\u200b' });
    await press('GTBank');
    await screen.findByDisplayValue('CHINEDU EZE');
    expect(lastSent('bankDetails')).toEqual({ account_number: '0123456785', bankCode: '058' });
  });
});

it('reads a pasted meter number and smartcard number without marks, spaces and dashes', async () => {
  await openPage('/electricity', { width: 360 });
  await fill({ 'Distribution company': '18', 'Meter number': '\u202a4501\u2011234\u00a05678\u202c' });
  await press('Check meter');
  await waitFor(() => expect(lastSent('validateMeter')).toMatchObject({ meter_number: '45012345678' }));
  await openPage('/cable', { width: 360 });
  await pick('GoTV');
  await fill({ 'IUC number': '7023-456\u2009789' });
  await press('Check smartcard');
  await waitFor(() => expect(lastSent('validateIuc')).toMatchObject({ iuc: '7023456789' }));
});

it('counts the numbers of a list with spaces, tabs and bars', async () => {
  await openPage('/bulksms', { width: 360 });
  await fill({
    'Phone numbers': '08031234567 0805 123 4567\t+234 (0) 809 123 4567|08021234567',
    'Sender id': 'AdaShop',
    Message: 'We open at nine.',
  });
  await says('4 recipients');
});

it('keeps all digits of a pasted code', async () => {
  await openPage('/verify-email');
  await fill({ 'OTP code': '482 613 5' });
  expect((await field('OTP code')).value).toBe('482 613 5');
});

it('does not take a longer number as a PIN', async () => {
  await openPage('/airtime', { width: 360 });
  await fill({ 'Phone number': '08031234567', Amount: '100' });
  await press('Continue');
  const asked = await sheet();
  const pin = await field('Transaction PIN', asked);
  fireEvent.input(pin, { target: { value: '48261' } });
  expect(pin.value).toBe('');
  fireEvent.input(pin, { target: { value: '48 26' } });
  expect(pin.value).toBe('4826');
});

it.each([
  ['/airtime', ['Phone number', 'Amount']],
  ['/transfer', ['Account Number', 'Amount']],
  ['/electricity', ['Meter number']],
  ['/cable', ['IUC number']],
  ['/bulksms', ['Phone numbers', 'Sender id', 'Message']],
  ['/fundbet', ['Client ID', 'Amount']],
  ['/profile', ['Phone number']],
])('lets no browser cut the numbers of %s', async (path, labels) => {
  await openPage(path);
  for (const label of labels) expect([label, (await field(label)).maxLength]).toEqual([label, -1]);
  expect(words()).not.toContain('undefined');
});
