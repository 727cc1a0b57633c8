import { z } from 'zod';
import { LEGAL_BYTES_MAX } from '../brand/legal-pages.js';
import { LegalFault, readLegalText, tidyLegalText } from '../brand/legal-text.js';
import { LEGAL_FIELDS, VERSION_MAX } from '../brand/legal.contract.js';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import { BodyToken, Bounded, Ok, Whole } from '../fields/http-fields.js';

export const ADMIN_LEGAL_CALLS = {
  ownLegalPages: adminReads('/api/admin-legal/'),
  publishLegalPage: adminChanges('/api/admin-legal/publish/', 'owner'),
} as const satisfies Record<string, Call>;

function requireReadable(text: string, context: Pick<z.core.$RefinementCtx, 'addIssue'>): void {
  try {
    readLegalText(tidyLegalText(text));
  } catch (error) {
    if (!(error instanceof LegalFault)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
}

export const ADMIN_LEGAL_SHAPES = serverOnly(() => ({
  ownLegalPages: {
    request: z.object({ grabToken: BodyToken }),
    answer: z.object({
      status: Ok,
      /** Published pages. */
      pages: z.array(z.object({ ...LEGAL_FIELDS.published, text: LEGAL_FIELDS.text })),
    }),
  },
  publishLegalPage: {
    request: z.object({
      legal_page: LEGAL_FIELDS.Page,
      text: Bounded(LEGAL_BYTES_MAX)
        .superRefine((text, context) => requireReadable(text, context))
        .meta({
          description:
            'Markdown without HTML: headings, paragraphs, lists, bold, italic, and links that begin with https://, http:// or mailto:.',
          example: '# Terms\n\nYou are at least 18.',
        }),
      version: Whole(0, VERSION_MAX).meta({
        description:
          'The version you were shown, 0 for none. When it is another one by now, 409 STALE_EDIT tells which.',
        example: 1,
      }),
      grabToken: BodyToken,
    }),
    answer: z.object({
      status: Ok,
      message: z.string(),
      /** `waiting` means that a text with a link or number is published after another owner's approval. */
      outcome: z.enum(['applied', 'waiting']).meta({ example: 'applied' }),
    }),
  },
}));
