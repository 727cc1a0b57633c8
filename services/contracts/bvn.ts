/** What a person agrees to when a BVN is checked. The version is stored with the result; a changed text gets a new one. */
export const BVN_CONSENT = {
  version: '2026-1',
  text: 'I agree that my BVN, name, date of birth and phone number are sent once to the payment provider, which tells whether they match. My BVN itself is not kept: only its last four digits, a code that cannot be turned back into it, and the result.',
} as const;
