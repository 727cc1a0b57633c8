import type { Brand } from './brand.js';
import type { LegalPage } from './legal-pages.js';
import type { PageLogo } from './logo.js';

/** Part of a brand that the server writes into every page. */
export interface PageBrand extends Pick<Brand, 'name' | 'colour' | 'headline' | 'lead' | 'hiddenTiles'> {
  /** Email, phone and address of the brand. The email and the phone have a `link`. */
  readonly contacts: readonly (readonly [text: string, link?: string])[];
  /** Published legal pages. */
  readonly legal: readonly LegalPage[];
  readonly logo?: PageLogo | undefined;
}

export function pageBrandOf(
  { name, colour, headline, lead, hiddenTiles, contacts }: Brand,
  legal: readonly LegalPage[],
  logo?: PageLogo,
): PageBrand {
  const { email, phone, address } = contacts;
  const reached: readonly (readonly [string, string?])[] = [
    [email, `mailto:${email}`],
    [phone, `tel:${phone.replace(/[^+\d]/g, '')}`],
    [address],
  ];
  const shown = reached.filter(([text]) => text !== '');
  return { name, colour, headline, lead, hiddenTiles, contacts: shown, legal, logo };
}
