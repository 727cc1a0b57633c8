import { expect, it } from '@jest/globals';
import { devicePasskeys } from '../domain/device-passkeys.js';
import { callsOf } from './testing/fake-server.js';
import { fill, leadsTo, openPage, press, says, sheet } from './testing/render-page.js';

const USE_PASSKEY = 'Use fingerprint or face';

/** Opens the PIN sheet for ₦99 on an account with a passkey. */
async function confirmAirtime(): Promise<void> {
  // jsdom lacks passkeys and the secure context that they need.
  Object.assign(window, { isSecureContext: true, PublicKeyCredential: class {} });
  const passkey = { id: 'phone', device: 'Phone', enrolled_at: '2026-11-28T12:43:00+01:00', limit: 5_000 };
  await openPage('/airtime', {
    width: 360,
    answers: {
      passkeys: { available: true, passkeys: [passkey] },
      buyAirtime: { reference: 'NL-1', transaction_status: 'Pending' },
    },
  });
  await fill({ 'Phone number': '08031234567', Amount: '100' });
  await press('Continue');
  await says('Pay ₦99.00');
}

it('signs a purchase with the passkey of this device', async () => {
  devicePasskeys.keep('phone');
  await confirmAirtime();
  await (await sheet()).findByRole('button', { name: USE_PASSKEY });
});

it('pays with the PIN and never requests passkeys on a device without one', async () => {
  await confirmAirtime();
  const asked = await sheet();
  await fill({ 'Transaction PIN': '4826' }, asked);
  await press('Pay ₦99.00', asked);
  await leadsTo('/receipt/NL-1');
  expect(callsOf('passkeys')).toEqual([]);
});
