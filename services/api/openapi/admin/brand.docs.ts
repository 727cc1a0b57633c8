import { type CallDocs } from '../call-docs.js';

export const BRAND_DOCS = {
  ownBrand: {
    title: 'The brand',
    about: 'Name, colours, texts and contacts that customers see.',
  },
  setBrand: {
    title: 'Change the brand',
    about:
      'Name, colours and texts change at once, everywhere. Contacts, links and the sender of mails change when another owner agrees.',
    answer: { message: 'The brand is Ada Pay now.' },
  },
} satisfies Partial<CallDocs>;
