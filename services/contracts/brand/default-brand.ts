import type { Brand } from './brand.js';

/** Brand until an owner sets another one. No other source file names the product. */
export const DEFAULT_BRAND: Brand = {
  name: 'Naira Ledger',
  shortName: 'Naira Ledger',
  colour: '#0b6b62',
  darkColour: '#6fcabb',
  headline: '',
  lead: '',
  hiddenTiles: [],
  contacts: {
    email: '',
    phone: '',
    whatsapp: '',
    address: '',
    communityChat: '',
    apiDocumentation: '',
    sender: '',
  },
};
