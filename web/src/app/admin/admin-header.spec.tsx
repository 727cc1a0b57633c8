import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import answers from '../testing/administrator-answers.json' with { type: 'json' };
import { leadsTo, openPage, says } from '../testing/render-page.js';

const OVER = { refused: 401, code: 'SESSION_EXPIRED', message: 'Your session has ended.' } as const;

const title = (text: string): Element | null => document.querySelector(`header [title^="${text}"]`);

it(
  'shows who is signed in and the house wallet: [admin-field:header.firstName] [admin-field:header.lastName] ' +
    '[admin-field:header.email] [admin-field:header.userStatus] [admin-field:header.wallet] [admin-field:header.lastTop] ' +
    '[admin-field:header.totalTransaction] [admin-text:+ Top up]',
  async () => {
    await openPage('/admin-area', { as: 'administrator' });
    await says('Hello, Chidi');
    await says('Regular User');
    expect(title('Chidi Admin, admin@demo.test')).not.toBeNull();
    expect(title('0 purchases')).not.toBeNull();
    expect(screen.getByTestId('house-balance').textContent).toContain('₦0.00');
    expect(screen.getByRole('link', { name: '+ Top up' }).getAttribute('href')).toBe('/money-desk');
    const adminSummary = {
      ...answers.adminSummary,
      wallet: 1_234_567.5,
      lastTop: 20_000,
      totalTransaction: 12,
      userStatus: 'Affiliate',
    } as const;
    await openPage('/admin-area', { as: 'administrator', answers: { adminSummary } });
    await says('Affiliate User');
    expect(screen.getByTestId('house-balance').textContent).toContain('₦1,234,567.50');
    expect(title('12 purchases, last top up ₦20,000')).not.toBeNull();
  },
);

it('leaves the page when the balance says that the session is over', async () => {
  await openPage('/admin-area', {
    as: 'administrator',
    answers: { adminSummary: OVER, session: OVER },
  });
  await leadsTo('/adminlogin');
  await says('Your session has ended.');
});
