import { type CallDocs } from '../call-docs.js';

export const BRAND_DOCS = {
  ownBrand: {
    title: 'The brand',
    about: 'Name, colours, texts and contacts that customers see.',
  },
  setBrand: {
    title: 'Change the brand',
    about:
      'Name, colours and texts change at once, everywhere. Contacts, links, the sender of mails, and texts with a link or a number change when another owner agrees.',
    answer: { message: 'The brand is Ada Pay now.' },
  },
  ownLegalPages: {
    title: 'Legal pages with their texts',
    about: 'The published texts and their versions.',
  },
  publishLegalPage: {
    title: 'Publish a legal page',
    about:
      'The text is shown at once, or with a link or a number when another owner agrees, and new customers accept it when they register. A text that cannot be published is refused with its line.',
    answer: { message: 'Version 2 is published.' },
  },
} satisfies Partial<CallDocs>;
