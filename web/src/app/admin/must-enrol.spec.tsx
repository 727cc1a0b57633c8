import { expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import answers from '../testing/administrator-answers.json' with { type: 'json' };
import { callsOf, lastSent, type Answers } from '../testing/fake-server.js';
import { fill, leadsTo, openPage, press, says, words } from '../testing/render-page.js';

const CODES = Array.from({ length: 10 }, (_, index) => `aaaa-bbbb-000${index}`);
const ENROL = 'Set up a second factor to go on.';

const goToActivity = (): void => {
  const [link] = screen.getAllByRole('link', { name: 'Activity log' });
  fireEvent.click(link!);
};

it('opens no other page before the second factor is set up, and every page while its recovery codes are shown', async () => {
  await openPage('/adminlogin', {
    as: 'visitor',
    answers: {
      ...answers,
      adminLogin: { ...answers.session, token: 'a-token', must_enrol: true },
      secondFactor: { ...answers.secondFactor, required: true },
      startSecondFactor: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/ledger', enrolment: 'bm90' },
      confirmSecondFactor: { recovery_codes: CODES },
    } as unknown as Answers,
  });
  await fill({ Email: 'admin@demo.test', Password: 'Admin-pass-1' });
  await press('Login Now!');
  await leadsTo('/admin-security');
  await says(ENROL);
  expect(words()).not.toMatch(/House wallet|Top up|Live updates/);
  expect(callsOf('adminSummary')).toHaveLength(0);
  goToActivity();
  await says(ENROL);
  expect(location.pathname).toBe('/admin-security');
  await press('Set up');
  await fill({ Password: 'Admin-pass-1' });
  await press('Continue');
  await fill({ 'Code the app shows now': '123456' });
  await press('Turn on');
  await says(CODES[9]!);
  expect(lastSent('confirmSecondFactor')).toEqual({ enrolment: 'bm90', code: '123456' });
  expect(words()).not.toContain(ENROL);
  await says('House wallet');
  goToActivity();
  await leadsTo('/activity');
});
