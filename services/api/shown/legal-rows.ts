import type { LegalTexts } from '../../brand/legal/legal-pages.js';
import type { CallAnswer } from '../../contracts/calls.js';
import { LEGAL_PAGES } from '../../contracts/brand/legal-pages.js';
import { lagosIso } from '../../contracts/fields/lagos-day.js';

export const publishedPages = (texts: LegalTexts): CallAnswer<'ownLegalPages'>['pages'] =>
  LEGAL_PAGES.flatMap((page) => {
    const { version, text, publishedAt } = texts[page];
    return version === 0 ? [] : [{ page, version, published_at: lagosIso(publishedAt), text }];
  });
