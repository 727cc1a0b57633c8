import type { Brand } from './brand.js';

/** Part of a brand that the server writes into every page. */
export interface PageBrand extends Pick<Brand, 'name' | 'colour' | 'headline' | 'lead' | 'hiddenTiles'> {
  /** Email, phone and address of the brand. The email and the phone have a `link`. */
  readonly contacts: readonly (readonly [text: string, link?: string])[];
}

export function pageBrandOf({ name, colour, headline, lead, hiddenTiles, contacts }: Brand): PageBrand {
  const { email, phone, address } = contacts;
  const reached: readonly (readonly [string, string?])[] = [
    [email, `mailto:${email}`],
    [phone, `tel:${phone.replace(/[^+\d]/g, '')}`],
    [address],
  ];
  return { name, colour, headline, lead, hiddenTiles, contacts: reached.filter(([text]) => text !== '') };
}
