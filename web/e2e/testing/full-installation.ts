/**
 * Settings of an installation that has what the standard ones of `takeProduct` leave out. The suites that need any of them
 * share one product.
 */
export const FULL_INSTALLATION = {
  // The menu with every link that an installation can have.
  WHATSAPP_URL: 'https://wa.me/2348',
  COMMUNITY_CHAT_URL: 'https://chat.example.test',
  // A second account beside the reserved one, so that the carousel has something to turn.
  MANUAL_FUNDING_BANK: 'Wema Bank',
  MANUAL_FUNDING_ACCOUNT_NAME: 'Naira Ledger',
  MANUAL_FUNDING_ACCOUNT_NUMBER: '0123456789',
  // Proofs of receipts wait for a seal.
  SEAL_EVERY: '200ms',
} as const;
