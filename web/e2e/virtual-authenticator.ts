import type { Page } from 'playwright-core';

export interface VirtualAuthenticator {
  /** Makes the next touch that of the owner, or of another person. */
  readonly recognise: (owner: boolean) => Promise<void>;
}

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
