import type { z } from 'zod';
import type { Brand } from '../contracts/brand/brand.js';
import type { BRAND_FIELDS } from '../contracts/brand/brand.contract.js';

/** Fields of the brand in requests and files, after validation. */
export type BrandFields = {
  readonly [Field in keyof typeof BRAND_FIELDS]: z.output<(typeof BRAND_FIELDS)[Field]>;
};

export const brandOf = (fields: BrandFields): Brand => ({
  name: fields.name,
  shortName: fields.short_name,
  colour: fields.colour,
  darkColour: fields.dark_colour,
  headline: fields.headline,
  lead: fields.lead,
  hiddenTiles: fields.hidden_tiles,
  contacts: {
    email: fields.support_email,
    phone: fields.support_phone,
    whatsapp: fields.whatsapp,
    address: fields.address,
    communityChat: fields.community_chat,
    apiDocumentation: fields.api_documentation,
    sender: fields.sender,
  },
});

export const fieldsOf = ({ contacts, ...brand }: Brand): BrandFields => ({
  name: brand.name,
  short_name: brand.shortName,
  colour: brand.colour,
  dark_colour: brand.darkColour,
  headline: brand.headline,
  lead: brand.lead,
  hidden_tiles: [...brand.hiddenTiles],
  support_email: contacts.email,
  support_phone: contacts.phone,
  whatsapp: contacts.whatsapp,
  address: contacts.address,
  community_chat: contacts.communityChat,
  api_documentation: contacts.apiDocumentation,
  sender: contacts.sender,
});

/** Link that opens a WhatsApp chat. A number with a leading 0 is Nigerian. Empty for an empty number. */
export function whatsappLink(number: string): string {
  const digits = number.replace(/\D/g, '');
  if (digits === '') return '';
  return `https://wa.me/${digits.startsWith('0') ? `234${digits.slice(1)}` : digits}`;
}
