/** Legal pages. Each is shown at `/<page>`. */
export const LEGAL_PAGES = ['terms', 'privacy', 'refunds'] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

/** Maximum size of a legal page, in bytes of UTF-8. A request of 64 KiB has room for it. */
export const LEGAL_BYTES_MAX = 40_000;
