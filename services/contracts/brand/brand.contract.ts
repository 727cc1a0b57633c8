import { z } from 'zod';
import { serverOnly } from '../call.js';
import { isEmailAddress } from '../fields/people.js';
import { Bounded, Ok, oneOf, Text } from '../fields/http-fields.js';
import { plainText } from '../fields/plain-text.js';
import { LATER_TILES, type LaterTile } from './brand.js';

/** Path that serves the brand as JSON to anyone, with an ETag. */
export const BRAND_PATH = '/api/brand/';

export const NAME_MAX = 40;
/** Maximum length of the name under an app's icon. */
export const SHORT_NAME_MAX = 12;
export const HEADLINE_MAX = 80;
export const LEAD_MAX = 200;
export const ADDRESS_MAX = 160;
const EMAIL_MAX = 254;
const LINK_MAX = 300;
const PHONE_MAX = 24;

/** Fields of a brand in requests of the administrators' page and in the file of `ledger brand`. */
export const BRAND_FIELDS = serverOnly(() => {
  const Name = (max: number) =>
    Text(max)
      .transform((text) => text.trim())
      .refine((text) => /^[\p{L}\p{M}\p{N} &.'’+-]+$/u.test(text) && /\p{L}/u.test(text), {
        message: "must have letters, and nothing but letters, digits, spaces and & . ' + -",
      });
  const maybe = (max: number) => Text(max, 0).transform((text) => text.trim());
  const Colour = Bounded(7, 'must be text', 'must be a colour such as #0b6b62')
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #0b6b62')
    .transform((colour) => colour.toLowerCase());
  const Phone = Bounded(PHONE_MAX)
    .overwrite((typed) => plainText(typed).trim())
    .regex(/^(?:\+?\d[\d ()-]{5,20}\d)?$/, 'must be a phone number such as +234 803 123 4567');
  const Link = Bounded(LINK_MAX)
    .overwrite((typed) => typed.trim())
    .refine((link) => link === '' || (/^https:\/\/[!-~]+$/.test(link) && URL.canParse(link)), {
      message: 'must be an address that begins with https://, without spaces',
    });
  const tiles = Object.keys(LATER_TILES) as [LaterTile, ...LaterTile[]];
  return {
    name: Name(NAME_MAX).meta({ description: 'Name of the business.', example: 'Ada Pay' }),
    short_name: Name(SHORT_NAME_MAX).meta({
      description: 'Name under the icon of the installed app.',
      example: 'Ada Pay',
    }),
    colour: Colour.meta({
      description: 'Colour of buttons and links on pale pages. White text on it has a contrast of 4.5.',
      example: '#1d4ed8',
    }),
    dark_colour: Colour.meta({
      description: 'Colour of links on dark pages, with a contrast of 4.5.',
      example: '#93c5fd',
    }),
    headline: maybe(HEADLINE_MAX).meta({
      description: 'Headline of the first page; empty for the own one.',
      example: 'Top up in a tap',
    }),
    lead: maybe(LEAD_MAX).meta({
      description: 'Text below the headline; empty for the own one.',
      example: '',
    }),
    hidden_tiles: z
      .array(oneOf(tiles))
      .max(tiles.length)
      .transform((hidden) => tiles.filter((tile) => hidden.includes(tile)))
      .meta({ description: 'Tiles of later services that the home page leaves out.', example: ['kyc-api'] }),
    support_email: Bounded(EMAIL_MAX)
      .overwrite((typed) => typed.trim())
      .refine((email) => email === '' || isEmailAddress(email), 'must be an email address')
      .meta({ description: 'Email of your support.', example: 'help@adapay.ng' }),
    support_phone: Phone.meta({ description: 'Phone of your support.', example: '+234 803 123 4567' }),
    whatsapp: Phone.meta({
      description: 'Number of your WhatsApp; empty for the link of `WHATSAPP_URL`.',
      example: '+234 803 123 4567',
    }),
    address: maybe(ADDRESS_MAX).meta({ description: 'Street and town.', example: '1 Broad Street, Lagos' }),
    community_chat: Link.meta({
      description: 'Link to a community chat; empty for `COMMUNITY_CHAT_URL`.',
      example: 'https://t.me/adapay',
    }),
    api_documentation: Link.meta({
      description: 'Link to a documentation for resellers; empty for `API_DOCUMENTATION_URL`.',
      example: '',
    }),
    sender: z.union([z.literal(''), Name(NAME_MAX)]).meta({
      description: 'Name from which mails come; empty for the name of `MAIL_FROM`.',
      example: 'Ada Pay',
    }),
  };
});

export const BrandAnswer = serverOnly(() =>
  z.object({
    status: Ok,
    name: z.string().meta({ example: 'Ada Pay' }),
    short_name: z.string().meta({ example: 'Ada Pay' }),
    colour: z.string().meta({ example: '#1d4ed8' }),
    dark_colour: z.string().meta({ example: '#93c5fd' }),
    headline: z.string().meta({ example: '' }),
    lead: z.string().meta({ example: '' }),
    hidden_tiles: z.array(z.string()).meta({ example: ['kyc-api'] }),
    support_email: z.string().meta({ example: 'help@adapay.ng' }),
    support_phone: z.string().meta({ example: '+234 803 123 4567' }),
    /** Link. */
    whatsapp: z.string().meta({ example: 'https://wa.me/2348031234567' }),
    address: z.string().meta({ example: '1 Broad Street, Lagos' }),
    community_chat: z.string().meta({ example: '' }),
    api_documentation: z.string().meta({ example: '' }),
    logo: z.string().meta({ example: '/logo-0123456789abcdef0123.png' }),
  }),
);
export type BrandAnswer = z.output<typeof BrandAnswer>;
