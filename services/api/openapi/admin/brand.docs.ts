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
  setLogo: {
    title: 'Set the logo',
    about:
      'A PNG, JPEG or WebP. The picture is drawn again as a PNG of at most 512 pixels, without its metadata, and is shown everywhere at once. A picture that cannot be used is refused with what to do.',
    answer: { message: 'The logo is set.' },
  },
  removeLogo: {
    title: 'Remove the logo',
    about: 'The name stands alone again, and icons show the drawn sign.',
    answer: { message: 'The logo is removed.' },
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
