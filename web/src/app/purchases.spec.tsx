import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import customerAnswers from './testing/customer-answers.json' with { type: 'json' };
import { callsOf, lastSent, serve, type Answers } from './testing/fake-server.js';
import { field, fill, leadsTo, openPage, pick, press, says, sheet, words } from './testing/render-page.js';

const BOUGHT = { reference: 'NL-1', transaction_status: 'Pending' } as const;
const buttons = (group: string): (string | null)[] =>
  [...screen.getByRole('group', { name: group }).querySelectorAll('button')].map(
    ({ textContent }) => textContent,
  );

async function orderAirtime(phone: string, amount: string): Promise<void> {
  await fill({ 'Phone number': phone, Amount: amount });
  await press('Continue');
}

async function sign(pin: string, button: string | RegExp): Promise<void> {
  const asked = await sheet();
  await fill({ 'Transaction PIN': pin }, asked);
  await press(button, asked);
}

describe('a purchase', () => {
  it('sends the typed order under one key, with the price on the sheet', async () => {
    await openPage('/airtime', { width: 360, answers: { buyAirtime: BOUGHT } });
    await orderAirtime('0803 123 4567', '100');
    await sign('4826', 'Pay ₦99.00');
    await leadsTo('/receipt/NL-1');
    expect(lastSent('airtimeQuote')).toEqual({ amount: '100', network: 1 });
    expect(lastSent('buyAirtime')).toEqual({
      amount: '100',
      network: 1,
      phone: '08031234567',
      transaction_pin: '4826',
      quoted_price: 99,
    });
  });

  it('asks for confirmation when the server reports a possible duplicate', async () => {
    const twice: Answers['buyAirtime'] = {
      refused: 409,
      code: 'POSSIBLE_DUPLICATE',
      message: 'You bought the same less than 2 minutes ago.',
      earlier_reference: 'NL-0',
    };
    await openPage('/airtime', { width: 360, answers: { buyAirtime: twice } });
    await orderAirtime('08031234568', '100');
    await sign('4826', 'Pay ₦99.00');
    await says('less than 2 minutes ago');
    expect(screen.getByRole('link', { name: 'See the first receipt' }).getAttribute('href')).toBe(
      '/receipt/NL-0',
    );
    serve({ buyAirtime: BOUGHT });
    await sign('4826', 'Send it again anyway');
    await leadsTo('/receipt/NL-1');
    expect(lastSent('buyAirtime')).toMatchObject({ confirm_duplicate: true });
  });

  it('shows a wrong PIN below the PIN and keeps the sheet and its key', async () => {
    await openPage('/airtime', {
      width: 360,
      answers: { buyAirtime: { refused: 403, code: 'PIN_INCORRECT', message: 'Incorrect transaction PIN.' } },
    });
    await orderAirtime('08051234567', '100');
    await sign('0000', 'Pay ₦99.00');
    await says('Incorrect transaction PIN.');
    serve({ buyAirtime: BOUGHT });
    await sign('4826', 'Pay ₦99.00');
    await leadsTo('/receipt/NL-1');
    const keys = callsOf('buyAirtime').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});

describe("the customer's own number", () => {
  /** Focuses the field before the number of the customer arrives. */
  async function openBeforeItComes(): Promise<HTMLInputElement> {
    let come = (): void => undefined;
    const awaited = new Promise<void>((resolve) => (come = resolve));
    const userData = () => awaited.then(() => customerAnswers.userData as never);
    await openPage('/airtime', { width: 360, answers: { userData } });
    const number = await field('Phone number');
    number.focus();
    come();
    await screen.findByRole('button', { name: /^My number/ });
    expect(number.value).toBe('');
    return number;
  }

  it('stays out of the field while another number is being typed', async () => {
    const number = await openBeforeItComes();
    await fill({ 'Phone number': '08051234567' });
    expect(number.value).toBe('08051234567');
  });

  it('fills a field that loses the focus empty', async () => {
    const number = await openBeforeItComes();
    act(() => number.blur());
    await waitFor(() => expect(number.value).toBe('08031230001'));
  });

  it('fills an empty field once it is loaded', async () => {
    await openPage('/airtime', { width: 360 });
    await waitFor(async () => expect((await field('Phone number')).value).toBe('08031230001'));
  });
});

it.each([
  [
    'good',
    { success_rate: 0.98, median_seconds: 3.8 },
    'Airtime: usually delivered in 4 s; 98% delivered in the last 30 minutes.',
  ],
  [
    'slow',
    { success_rate: 0.98, median_seconds: 130 },
    'Airtime: usually delivered in 2 min; 98% delivered in the last 30 minutes.',
  ],
  [
    'poor',
    { success_rate: 0.29, median_seconds: null },
    'Airtime: 29% delivered in the last 30 minutes. What is not delivered is refunded.',
  ],
] as const)('says above or below the form that deliveries are %s', async (health, more, said) => {
  const serviceHealth = { services: [{ service: 'airtime', health, ...more }] } as Answers['serviceHealth'];
  await openPage('/airtime', { width: 360, answers: { serviceHealth } });
  await says(said);
  expect(words().includes('The network is slow now')).toBe(health === 'slow');
});

it('shows no delivery health after too few purchases', async () => {
  await openPage('/airtime', { width: 360 });
  await screen.findByRole('button', { name: /^My number/ });
  await waitFor(() => expect(callsOf('serviceHealth')).not.toEqual([]));
  expect(words()).not.toContain('in the last 30 minutes');
});

describe('data plans', () => {
  const PLANS = [
    { id: '1', name: '500MB - 30 days', price: 316.8, validity: '30 days' },
    { id: '2', name: '1GB - 30 days', price: 594, validity: '30 days' },
    { id: '3', name: '5GB - 30 days', price: 2_500, validity: '30 days' },
    { id: '4', name: '1GB - 1 day', price: 300, validity: '1 day' },
    { id: '5', name: '10GB - 30 days', price: 5_500, validity: '30 days' },
  ];
  const shown = (): string[] =>
    [...screen.getByRole('group', { name: 'Plan' }).querySelectorAll('label')].map(
      ({ textContent }) => textContent ?? '',
    );

  it('are filtered by validity and size, with the price per gigabyte and the best one marked', async () => {
    await openPage('/buydata', {
      width: 360,
      answers: {
        dataPlans: ({ selectedPlanType }) => ({
          data_plans: Number(selectedPlanType) === 1 ? PLANS : [],
          planstatus: true,
          planMessage: '',
        }),
      },
    });
    await fill({ 'Phone number': '08031234567' });
    await says('Best value');
    expect(shown()).toHaveLength(5);
    const best = (): string[] => shown().filter((text) => text.includes('Best value'));
    expect(best()).toEqual([expect.stringContaining('1GB - 1 day')]);
    expect(shown()).toContainEqual(expect.stringContaining('₦594/GB'));
    await pick('A month');
    await waitFor(() => expect(shown()).toHaveLength(4));
    expect(best()).toEqual([expect.stringContaining('5GB - 30 days')]);
    await pick('1 to 5GB');
    await waitFor(() => expect(shown()).toHaveLength(2));
    expect(shown().join()).not.toContain('10GB');
  });
});

describe('the bank of a transfer', () => {
  /** Account number whose check digit 5 fits the bank code 058 (NUBAN). */
  const AT_GTBANK = '0123456785';
  const NOT_AT_GTBANK = '0123456784';

  it('is guessed from the account number', async () => {
    await openPage('/transfer', { width: 360 });
    await fill({ 'Account Number': NOT_AT_GTBANK });
    await waitFor(() => expect(buttons('Banks that may be meant')).not.toEqual([]));
    expect(buttons('Banks that may be meant')).not.toContain('GTBank');
    await fill({ 'Account Number': AT_GTBANK });
    await waitFor(() => expect(buttons('Banks that may be meant')).toContain('GTBank'));
    await press('GTBank', screen);
    await screen.findByDisplayValue('CHINEDU EZE');
    expect(lastSent('bankDetails')).toEqual({ account_number: AT_GTBANK, bankCode: '058' });
  });

  it('is found by a few letters, recent banks first', async () => {
    const landlord = {
      id: '1',
      service: 'transfer',
      recipient: AT_GTBANK,
      name: 'Landlord',
      provider: '058',
      kind: '',
    } as const;
    await openPage('/transfer', {
      width: 360,
      answers: { beneficiaries: { saved: [landlord], recent: [] } },
    });
    await press(/^Bank Name/);
    const asked = await sheet();
    const groups = await asked.findAllByRole('region');
    expect(groups[0]!.getAttribute('aria-label')).toBe('Sent to before');
    expect([...groups[0]!.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
      'GTBank',
    ]);
    await fill({ 'Find a bank': 'zeni' }, asked);
    const found = await asked.findByRole('region', { name: 'Found' });
    await waitFor(() => expect(found.querySelectorAll('button')).toHaveLength(1));
    fireEvent.click(found.querySelector('button')!);
    await waitFor(() =>
      expect(document.querySelector('[name=bank_name_code]')!.textContent).toBe('Zenith Bank'),
    );
  });
});

it('says below the amount that a transfer is too small', async () => {
  const transferQuote: Answers['transferQuote'] = {
    refused: 422,
    code: 'AMOUNT_BELOW_MIN',
    message: 'amount: Minimum is ₦100.00.',
    field: 'amount_to_withdrawal',
  };
  await openPage('/transfer', { width: 360, answers: { transferQuote } });
  await fill({ 'Account Number': '0123456785' });
  await press('GTBank');
  await screen.findByDisplayValue('CHINEDU EZE');
  await fill({ Amount: '50' });
  await press('Send Now!');
  await screen.findByText('Minimum is ₦100.00.');
  expect((await field('Amount')).getAttribute('aria-invalid')).toBe('true');
});

it('shows the due date of a smartcard as 31 Dec 2026', async () => {
  const validateIuc = { name: 'ADA OBI', current_plan: 'DSTV Padi', due_date: '2026-12-31T00:00:00' };
  await openPage('/cable', { width: 360, answers: { validateIuc: validateIuc as Answers['validateIuc'] } });
  await pick('DSTV');
  await fill({ 'IUC number': '7023456789' });
  await press('Check smartcard');
  await says('Current plan: DSTV Padi');
  await says('Due 31 Dec 2026');
});

it('takes no upgrade fee that the wallet cannot pay, and links to the top-up', async () => {
  await openPage('/affiliate', {
    width: 360,
    answers: { upgradeQuote: { tier: 'regular', fee: 2_000, balance_after: -1_250 } as never },
  });
  await says('Your wallet does not hold enough for this.');
  const missing = screen.getByText('Missing').parentElement!;
  expect(missing.textContent).toBe('Missing₦1,250.00');
  expect(words()).not.toMatch(/[-−]₦/);
  expect(screen.queryByLabelText('Transaction PIN')).toBeNull();
  const upgrade = screen.getByRole<HTMLButtonElement>('button', { name: 'Upgrade for ₦2,000.00' });
  expect(upgrade.disabled).toBe(true);
  fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Top up' }));
  await leadsTo('/topup');
});

describe('a phone number from the contacts', () => {
  let contact: unknown;
  const asked: unknown[] = [];
  const choose = async (picked: unknown): Promise<void> => {
    contact = picked;
    await press('Choose from your contacts');
  };
  const open = async (): Promise<void> => {
    Object.defineProperty(navigator, 'contacts', {
      configurable: true,
      value: {
        select: async (...what: unknown[]) => {
          asked.push(what);
          if (contact === 'refused') throw new Error('busy');
          return contact;
        },
      },
    });
    await openPage('/airtime', { width: 360 });
    await screen.findByDisplayValue('08031230001');
  };
  const number = async (): Promise<string> => (await field('Phone number')).value;

  it('is filled in in local form, and only numbers are requested', async () => {
    await open();
    await choose([{ tel: ['+234 803-123 4567'] }]);
    await waitFor(async () => expect(await number()).toBe('08031234567'));
    expect(asked).toEqual([[['tel'], { multiple: false }]]);
  });

  it('is chosen by the customer when a contact has several', async () => {
    await open();
    await choose([{ tel: ['0805 123 4567', '+1 202 555 0100', '0809 000 1111', '+2348051234567'] }]);
    const which = await sheet();
    const [first, ...others] = await waitFor(() => {
      const found = which.getByRole('group', { name: 'Numbers of this contact' }).querySelectorAll('button');
      expect(found.length).toBeGreaterThan(0);
      return [...found];
    });
    expect([first, ...others].map((one) => one!.textContent)).toEqual(['08051234567', '08090001111']);
    fireEvent.click(first!);
    await waitFor(async () => expect(await number()).toBe('08051234567'));
  });

  it('is refused when it is not Nigerian, and cancelling keeps the field', async () => {
    await open();
    await choose([{ tel: ['+1 202 555 0100'] }]);
    await says('This contact has no Nigerian phone number.');
    for (const nobody of [[], 'refused', [{}]]) await choose(nobody);
    expect(await number()).toBe('08031230001');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('saving a recipient by name', () => {
  const offer = () => screen.queryByRole('button', { name: 'Save recipient' });

  it('is offered for a complete number that is not the own one', async () => {
    await openPage('/airtime', { width: 360 });
    await screen.findByDisplayValue('08031230001');
    await says('Network matches');
    expect(offer()).toBeNull();
    await fill({ 'Phone number': '0805777123' });
    expect(offer()).toBeNull();
    await fill({ 'Phone number': '08057771234' });
    await screen.findByRole('button', { name: 'Save recipient' });
  });

  it("suggests the provider's name", async () => {
    await openPage('/cable', { width: 360, answers: { saveBeneficiary: { id: '1' } } });
    await pick('GoTV');
    await fill({ 'IUC number': '7023456789' });
    expect(offer()).toBeNull();
    await press('Check smartcard');
    await press('Save recipient');
    expect((await field('A name for 7023456789')).value).toBe('ADA OKAFOR');
    await fill({ 'A name for 7023456789': 'The shop' });
    await press('Save');
    await says('Recipient saved.');
    expect(lastSent('saveBeneficiary')).toMatchObject({
      service: 'cable',
      recipient: '7023456789',
      name: 'The shop',
      provider: '1',
    });
  });
});
