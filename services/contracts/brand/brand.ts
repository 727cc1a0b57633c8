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

/** Name, colours and texts that customers see. An empty text means that nothing, or the own text, is shown. */
export interface Brand {
  readonly name: string;
  /** Name under the icon of the installed app. */
  readonly shortName: string;
  /** `#rrggbb`, under white text and of links on pale pages. */
  readonly colour: string;
  /** `#rrggbb`, of links on dark pages. */
  readonly darkColour: string;
  readonly headline: string;
  readonly lead: string;
  readonly hiddenTiles: readonly LaterTile[];
  readonly contacts: BrandContacts;
}

/**
 * Parts of a brand that tell customers whom to trust. A change of these parts needs a second owner. They
 * belong to the business and are stored unencrypted: never a private address or number.
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
