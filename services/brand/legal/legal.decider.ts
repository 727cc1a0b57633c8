import type { LegalPage } from '../../contracts/brand/legal-pages.js';
import { LegalFault, readLegalText, tidyLegalText } from '../../contracts/brand/legal-text.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { LegalFact } from './legal.events.js';

/** Published text of a legal page. Version 0 means that no text was published. */
export interface LegalText {
  readonly version: number;
  /** Markdown. */
  readonly text: string;
  /** ISO 8601. Empty for version 0. */
  readonly publishedAt: string;
}

export const UNPUBLISHED: LegalText = { version: 0, text: '', publishedAt: '' };

export interface PublishText {
  readonly page: LegalPage;
  readonly text: string;
  /** Version that the command expects to be stored. When undefined, any stored version is accepted. */
  readonly seen: number | undefined;
}

/**
 * Returns no events when this text is already published.
 * @throws RuleBroken VALIDATION_FAILED with the line, STALE_EDIT
 */
export function decide({ page, text: typed, seen }: PublishText, now: LegalText): readonly LegalFact[] {
  const text = tidyLegalText(typed);
  requireLegalText(text);
  if (text === now.text) return [];
  if (seen !== undefined && seen !== now.version)
    throw new RuleBroken('STALE_EDIT', { what: `The page ${page}`, now: `version ${now.version}` });
  return [{ type: 'LegalPagePublished', data: { page, version: now.version + 1, text } }];
}

function requireLegalText(text: string): void {
  try {
    readLegalText(text);
  } catch (error) {
    if (!(error instanceof LegalFault)) throw error;
    throw new RuleBroken('VALIDATION_FAILED', { field: 'text', reason: error.message });
  }
}
