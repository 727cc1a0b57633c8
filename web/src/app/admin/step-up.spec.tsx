import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ADA_BRAND, NO_LOGO } from '../testing/ada-brand.js';
import { callsOf, lastSent, type Answers } from '../testing/fake-server.js';
import { fill, openPage, press, says, sheet } from '../testing/render-page.js';

const STALE = {
  refused: 403,
  code: 'STEP_UP_REQUIRED' as const,
  message: 'Confirm that it is you. Your last proof is more than 15 minutes old.',
};
const FACTOR = {
  on: true,
  required: false,
  since: '2026-03-02T10:15:30.000+01:00',
  recovery_codes_left: 10,
  passkeys_available: false,
  passkeys: [],
};

/** Opens the brand page, whose save is refused until `proveAgain` was accepted. */
async function save(answers: Answers): Promise<void> {
  const ownBrand = { brand: ADA_BRAND, version: 3, ...NO_LOGO, waiting: [] };
  const proven = () =>
    callsOf('proveAgain').some(({ body }) => body['code'] === '123456' || body['password']);
  const setBrand = () =>
    proven() ? { outcome: 'applied' as const, message: 'The brand is Bola Pay now.' } : STALE;
  await openPage('/admin-brand', {
    as: 'administrator',
    answers: { ownBrand, ownLegalPages: { pages: [] }, setBrand, ...answers },
  });
  await fill({ Name: 'Bola Pay' });
  await press('Save');
}

it('asks for a code when the last proof is too old, and then repeats the act with the typed text', async () => {
  await save({
    secondFactor: FACTOR,
    proveAgain: ({ code }) =>
      code === '123456'
        ? { message: 'You are confirmed for 15 minutes.' }
        : {
            refused: 422,
            code: 'SECOND_FACTOR_INCORRECT',
            message: 'This code is not right.',
            field: 'code',
          },
  });
  const asked = await sheet();
  expect(asked.queryByRole('button', { name: 'Use your device' })).toBeNull();
  await fill({ Code: '000000' }, asked);
  await press('Confirm', asked);
  await says('This code is not right.');
  await fill({ Code: '123456' }, asked);
  await press('Confirm', asked);
  await says('The brand is Bola Pay now.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(callsOf('setBrand')).toHaveLength(2);
  expect(lastSent('setBrand')).toMatchObject({ name: 'Bola Pay', version: 3 });
});

it('asks for the password of an administrator without a second factor', async () => {
  await save({
    secondFactor: { ...FACTOR, on: false },
    proveAgain: { message: 'You are confirmed for 15 minutes.' },
  });
  const asked = await sheet();
  await fill({ Password: 'Admin-pass-1' }, asked);
  await press('Confirm', asked);
  await says('The brand is Bola Pay now.');
  expect(lastSent('proveAgain')).toEqual({ password: 'Admin-pass-1' });
});

it('says why nothing was done when the person closes the question', async () => {
  await save({ secondFactor: FACTOR });
  await press('Close', await sheet());
  await says(STALE.message);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(callsOf('setBrand')).toHaveLength(1);
});
