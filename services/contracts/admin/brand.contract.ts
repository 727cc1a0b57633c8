import { z } from 'zod';
import { BRAND_FIELDS } from '../brand/brand.contract.js';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import { BodyToken, Ok, Whole } from '../fields/http-fields.js';

export const ADMIN_BRAND_CALLS = {
  ownBrand: adminReads('/api/admin-brand/'),
  setBrand: adminChanges('/api/admin-brand/set/', 'owner'),
} as const satisfies Record<string, Call>;

export const ADMIN_BRAND_SHAPES = serverOnly(() => {
  const text = z.string();
  const shown = {
    name: text.meta({ example: 'Ada Pay' }),
    short_name: text.meta({ example: 'Ada Pay' }),
    colour: text.meta({ example: '#1d4ed8' }),
    dark_colour: text.meta({ example: '#93c5fd' }),
    headline: text.meta({ example: '' }),
    lead: text.meta({ example: '' }),
    hidden_tiles: z.array(text).meta({ example: ['kyc-api'] }),
    support_email: text.meta({ example: 'help@adapay.ng' }),
    support_phone: text.meta({ example: '+234 803 123 4567' }),
    whatsapp: text.meta({ example: '+234 803 123 4567' }),
    address: text.meta({ example: '1 Broad Street, Lagos' }),
    community_chat: text.meta({ example: '' }),
    api_documentation: text.meta({ example: '' }),
    sender: text.meta({ example: 'Ada Pay' }),
  };
  return {
    ownBrand: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        brand: z.object(shown),
        version: z.int().meta({ example: 2 }),
        /** Changed contacts, links, sender names and texts that another owner must approve. */
        waiting: z.array(text).meta({ example: ['help@adapay.ng, Ada Pay'] }),
      }),
    },
    setBrand: {
      request: z.object({
        ...BRAND_FIELDS,
        version: Whole(0, 999_999_999).meta({
          description:
            'The version you were shown. When it is another one by now, 409 STALE_EDIT tells what holds.',
          example: 2,
        }),
        grabToken: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        message: text,
        /**
         * `waiting` means that contacts, links, sender, and texts with a link or number change only after
         * another owner's approval.
         */
        outcome: z.enum(['applied', 'waiting']).meta({ example: 'applied' }),
      }),
    },
  };
});
