import type { Page } from 'playwright-core';

/** A device with a fingerprint sensor, in software. */
export interface VirtualAuthenticator {
  /** Whether whoever touches the sensor next is its owner. */
  readonly recognise: (owner: boolean) => Promise<void>;
}

/** Gives the browser of the page a device that makes keys and signs with them, as a phone does. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognise: async (owner) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: owner });
    },
  };
}
