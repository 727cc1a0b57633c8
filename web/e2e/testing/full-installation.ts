/** Optional settings that `takeProduct` leaves out by default. Suites that need any of them share one product. */
export const FULL_INSTALLATION = {
  // All optional links of the menu.
  WHATSAPP_URL: 'https://wa.me/2348',
  COMMUNITY_CHAT_URL: 'https://chat.example.test',
  // A second account gives the carousel something to turn.
  MANUAL_FUNDING_BANK: 'Wema Bank',
  MANUAL_FUNDING_ACCOUNT_NAME: 'Naira Ledger',
  MANUAL_FUNDING_ACCOUNT_NUMBER: '0123456789',
  // Proofs of receipts wait for a seal.
  SEAL_EVERY: '200ms',
} as const;
