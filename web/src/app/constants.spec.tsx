import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import customerAnswers from './testing/customer-answers.json' with { type: 'json' };
import { callsOf, type Answers } from './testing/fake-server.js';
import { field, fill, leadsTo, openPage, press, says, sheet, words } from './testing/render-page.js';

afterEach(() => void jest.restoreAllMocks());

/** Collects later `setTimeout` calls: callbacks by delay in ms. */
function timersFromHere() {
  const asked = jest.spyOn(globalThis, 'setTimeout');
  return (ms: number) => asked.mock.calls.filter(([, after]) => after === ms).map(([work]) => work);
}

it('[const:login-inactivity] clears the page of anyone who goes away for 5 minutes', async () => {
  const timers = timersFromHere();
  await openPage('/login', { as: 'visitor' });
  await fill({ 'Email or phone': 'ada@naira.test' });
  const before = timers(300_000).length;
  expect(before).toBeGreaterThan(0);
  // Any activity starts the five minutes again.
  fireEvent.pointerDown(window);
  const asked = timers(300_000);
  expect(asked).toHaveLength(before + 1);
  expect((await field('Email or phone')).value).toBe('ada@naira.test');
  act(asked.at(-1)!);
  await says('This page was idle for 5 minutes');
  expect((await field('Email or phone')).value).toBe('');
});

it('[const:verify-email-pause] gives people 2 seconds to read before it goes home', async () => {
  await openPage('/verify-email', { answers: { verifyEmail: {} } });
  await fill({ 'OTP code': '123456' });
  const timers = timersFromHere();
  await press('Verify Now!');
  await says('Email verified successfully!');
  await waitFor(() => expect(timers(2_000)).toHaveLength(1));
  expect(location.pathname).toBe('/verify-email');
  await leadsTo('/home');
});

it('[const:ussd-codes] are there to dial', async () => {
  await openPage('/buydata');
  for (const code of ['*461*4#', '*131*4#', '*127*0#', '*140#', '*228#']) {
    const [link] = await screen.findAllByText(code, { selector: 'a' });
    expect(link!.getAttribute('aria-label')).toContain(`Dial ${code} for `);
    expect(link!.getAttribute('href')).toBe(`tel:${code.replace('#', '%23')}`);
  }
});

it('[const:page-sizes] of a history, 10 unless chosen, and [const:date-filter] in the address', async () => {
  await openPage('/thistory');
  const size = await field('Items per page');
  expect(size.value).toBe('10');
  expect([...size.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    '10',
    '50',
    '100',
    '500',
    '1,000',
  ]);
  await fill({ 'From Date': '2026-03-01' });
  await waitFor(() => expect(location.search).toContain('2026-03-01'));
});

it('[const:currency] and [const:date-display] as a history of payments shows them', async () => {
  await openPage('/funding-history');
  await says('₦50,000.00');
  expect(words()).toContain('28/11/2026 12:43:00 PM');
});

it('[const:sms-price] tells what a text costs by the price of this installation', async () => {
  // A price unlike the specified one, so that a hard-coded price would fail.
  await openPage('/bulksms', {
    answers: { catalogue: { ...customerAnswers.catalogue, sms: { page_price: 3.05 } } as never },
  });
  await fill({ 'Phone numbers': '08031234567, 08051234567', Message: 'We open at nine.' });
  const [cost] = await waitFor(() => {
    const found = screen.getAllByRole('status').filter(({ textContent }) => textContent.includes('Cost'));
    expect(found).not.toEqual([]);
    return found;
  });
  await waitFor(() => expect(cost!.textContent).toContain('2 recipients'));
  expect(cost!.textContent).toContain('₦6.10');
});

it('[const:lookup-debounce] looks an account up once, at most 5 seconds after the last digit', async () => {
  await openPage('/transfer');
  await press(/^Bank Name/);
  await press('Access Bank', await sheet());
  const timers = jest.spyOn(globalThis, 'setTimeout');
  await fill({ 'Account Number': '012345678' });
  await fill({ 'Account Number': '0123456789' });
  await screen.findByDisplayValue('CHINEDU EZE');
  expect(callsOf('bankDetails').map(({ body }) => body['account_number'])).toEqual(['0123456789']);
  const pauses = timers.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms > 5_000 && ms < 20_000);
  expect(pauses).toEqual([]);
});

const withDiscount = (percent: number) => {
  const services = customerAnswers.catalogue.services.map((sold) => ({ ...sold, discount_percent: percent }));
  return { catalogue: { ...customerAnswers.catalogue, services } } as unknown as Answers;
};

it.each([
  ['/home', 'Get 2.5% discount on data plans.', 'Plans of every network.'],
  ['/cable', 'Get 2.5% discount on GoTV, DSTV and StarTimes.', 'Buy Cable'],
])('names the discount of the catalogue on %s, and promises none where there is none', async (...row) => {
  const [path, discounted, plain] = row;
  await openPage(path, { answers: withDiscount(2.5) });
  await says(discounted);
  cleanup();
  await openPage(path, { answers: withDiscount(0) });
  await says(plain);
  expect(words()).not.toMatch(/\d%|Discounts/);
});
