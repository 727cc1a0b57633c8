import { z } from 'zod';
import { BRAND_FIELDS } from '../brand/brand.contract.js';
import { LOGO_BASE64_MAX } from '../brand/logo.js';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import { BodyToken, Bounded, Ok, Whole } from '../fields/http-fields.js';

export const ADMIN_BRAND_CALLS = {
  ownBrand: adminReads('/api/admin-brand/'),
  setBrand: adminChanges('/api/admin-brand/set/', 'owner'),
  setLogo: adminChanges('/api/admin-brand/logo/', 'owner'),
  removeLogo: adminChanges('/api/admin-brand/logo/remove/', 'owner'),
} as const satisfies Record<string, Call>;

export const ADMIN_BRAND_SHAPES = serverOnly(() => {
  const text = z.string();
  const LogoVersion = Whole(0, 999_999_999).meta({
    description:
      'The `logo_version` you were shown. When it is another one by now, 409 STALE_EDIT tells which.',
    example: 1,
  });
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
        logo: z
          .object({ src: text, width: z.int(), height: z.int(), ground: z.enum(['pale', 'dark', 'any']) })
          .nullable()
          .meta({
            example: { src: '/logo-0123456789abcdef0123.png', width: 512, height: 128, ground: 'any' },
          }),
        logo_version: z.int().meta({ example: 1 }),
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
    setLogo: {
      request: z.object({
        logo: Bounded(LOGO_BASE64_MAX, 'must be text', 'is larger than 2 MB: save it smaller').meta({
          description: 'A PNG, JPEG or WebP of at most 2 MB and 16 megapixels, in base64.',
          example: 'iVBORw0KGgo=',
        }),
        version: LogoVersion,
        grabToken: BodyToken,
      }),
      answer: z.object({ status: Ok, message: text }),
    },
    removeLogo: {
      request: z.object({ version: LogoVersion, grabToken: BodyToken }),
      answer: z.object({ status: Ok, message: text }),
    },
  };
});
