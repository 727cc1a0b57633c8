import { z } from 'zod';
import { serverOnly, type Call } from '../call.js';
import { Ok, oneOf, Whole } from '../fields/http-fields.js';
import { LEGAL_PAGES } from './legal-pages.js';

export const LEGAL_CALLS = {
  legalPages: { method: 'POST', path: '/api/legal_pages/', kind: 'reads', access: 'public' },
  legalPage: { method: 'POST', path: '/api/legal_page/', kind: 'reads', access: 'public' },
} as const satisfies Record<string, Call>;

export const VERSION_MAX = 999_999_999;

export const LEGAL_FIELDS = serverOnly(() => {
  const Page = oneOf(LEGAL_PAGES).meta({ description: 'The page.', example: 'terms' });
  const published = {
    page: z.enum(LEGAL_PAGES).meta({ example: 'terms' }),
    version: z.int().meta({ example: 2 }),
    published_at: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
  };
  return { Page, published, text: z.string().meta({ example: '# Terms\n\nYou are at least 18.' }) };
});

/** Versions of legal pages that a person saw and accepted. */
export const AcceptedPages = serverOnly(() => {
  const Version = Whole(1, VERSION_MAX).optional();
  return z.strictObject({ terms: Version, privacy: Version, refunds: Version });
});

export const LEGAL_SHAPES = serverOnly(() => ({
  legalPages: {
    request: z.object({}),
    answer: z.object({ status: Ok, pages: z.array(z.object(LEGAL_FIELDS.published)) }),
  },
  legalPage: {
    request: z.object({ legal_page: LEGAL_FIELDS.Page }),
    answer: z.object({ status: Ok, ...LEGAL_FIELDS.published, text: LEGAL_FIELDS.text }),
  },
}));
