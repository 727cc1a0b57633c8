/** Tiles on the home page for services that do not exist yet. */
export const LATER_TILES = {
  'airtime-to-cash': 'Airtime 2 Cash',
  'card-printing': 'Card Printing',
  'movie-ticket': 'Movie Ticket',
  'flight-booking': 'Flight Booking',
  'credit-score': 'Credit Score',
  'kyc-api': 'KYC API',
} as const;
export type LaterTile = keyof typeof LATER_TILES;

/** Name, colours and texts that customers see. An empty text is replaced by a default text, or left out. */
export interface Brand {
  readonly name: string;
  /** Name under the icon of the installed app. */
  readonly shortName: string;
  /** `#rrggbb`. Colour of links on pale pages, and background of white text. */
  readonly colour: string;
  /** `#rrggbb`. Colour of links on dark pages. */
  readonly darkColour: string;
  readonly headline: string;
  readonly lead: string;
  readonly hiddenTiles: readonly LaterTile[];
  readonly contacts: BrandContacts;
}

/**
 * Contacts of a brand. A change needs the approval of a second owner, because customers trust these contacts.
 * Private addresses and numbers do not belong here, because the contacts are stored unencrypted.
 */
export interface BrandContacts {
  readonly email: string;
  readonly phone: string;
  /** Phone number. */
  readonly whatsapp: string;
  readonly address: string;
  readonly communityChat: string;
  readonly apiDocumentation: string;
  /** Name in front of the address from which mails come. */
  readonly sender: string;
}

/** Names and texts that an owner must approve when they contain a link, an email or a number. */
export type BrandTexts = Partial<Pick<Brand, 'name' | 'shortName' | 'headline' | 'lead'>>;

const NAMES: Readonly<Record<keyof BrandTexts | keyof BrandContacts, string>> = {
  name: 'name',
  shortName: 'short name',
  headline: 'headline',
  lead: 'lead',
  email: 'email',
  phone: 'phone',
  whatsapp: 'WhatsApp',
  address: 'address',
  communityChat: 'chat',
  apiDocumentation: 'documentation',
  sender: 'sender',
};

/**
 * Lists contacts and texts in one line with their names. Leaves out empty values. Returns `none` when all are
 * empty.
 */
export function contactsText(contacts: BrandContacts, texts: BrandTexts = {}): string {
  const values: Readonly<Partial<Record<keyof typeof NAMES, string>>> = { ...texts, ...contacts };
  const named = (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((field) =>
    values[field] ? [`${NAMES[field]}: ${values[field]}`] : [],
  );
  return named.join(', ') || 'none';
}
