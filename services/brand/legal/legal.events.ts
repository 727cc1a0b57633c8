import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';
import type { LegalPage } from '../../contracts/brand/legal-pages.js';

/** Events of one legal page, in the stream `legal-<page>`, caused by owners or on the command line. */
export type LegalEvent = NewEvent<'LegalPagePublished', LegalPagePublished>;

export interface LegalPagePublished {
  readonly page: LegalPage;
  /** Counted from 1 for each page. */
  readonly version: number;
  /** Markdown. */
  readonly text: string;
  /** Owner who approved a text with a link or a number. Absent when no approval was needed. */
  readonly approvedBy?: string;
}

export type LegalFact = Pick<LegalEvent, 'type' | 'data'>;

export const legalStream = (page: LegalPage): string => `legal-${page}`;

export const legalEvent = eventReader<LegalEvent>({ LegalPagePublished: true });
