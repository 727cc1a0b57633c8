import type { CallDocs } from '../call-docs.js';
const ABOUT =
  'From the next purchase on. What was accepted before is delivered by the vendor that had it. With 0 new purchases are ' +
  'refused with 503 SERVICE_OFF.';

export const VENDOR_DOCS = {
  activeVendors: {
    title: 'Who delivers each service',
    about:
      'The code of the vendor that the next purchase of each service goes to, 0 where it is switched off; and in `orders` who is ' +
      'asked in turn when one definitely did not charge. Those in `pauses` are passed over. When all are paused, the code is 0 too. ' +
      'What is `automatic` was paused by the product, since too little was delivered or the float was low. It ends by itself: once a ' +
      'purchase that tries the vendor from `probe_at` on is delivered, or once the float is high enough. Vendors in `account_pauses` ' +
      'refused our account, and are asked for nothing. Those in `refused_products` are not asked for that product.',
  },
  switchDataVendor: {
    title: 'Choose who delivers data',
    about: ABOUT,
    answer: { message: 'Spectranet now delivers Data.' },
  },
  switchAirtimeVendor: {
    title: 'Choose who delivers airtime',
    about: ABOUT,
    answer: { message: 'Spectranet now delivers Airtime.' },
  },
  switchCableVendor: {
    title: 'Choose who delivers cable TV',
    about: ABOUT,
    answer: { message: 'Spectranet now delivers Cable TV.' },
  },
  switchElectricVendor: {
    title: 'Choose who delivers electricity',
    about: ABOUT,
    answer: { message: 'Spectranet now delivers Electricity.' },
  },
  switchExamVendor: {
    title: 'Choose who delivers exam pins',
    about: ABOUT,
    answer: { message: 'Spectranet now delivers Exam pins.' },
  },
  pauseVendor: {
    title: 'Pause a vendor for a service',
    about:
      'Nothing new of the service is sent to the vendor, neither first nor because another one failed. What it has already is ' +
      'finished with it. When all who sell the service are paused, new purchases are refused with 503 SERVICE_OFF. A vendor that ' +
      'is paused stays so, for the reason that was given first; one that the product paused stays so until a person resumes it.',
    answer: { message: 'Docker is paused. Data is now asked of Platonic, then Platinum, then Spectranet.' },
  },
  resumeVendor: {
    title: 'Resume a vendor for a service',
    about:
      'From the next purchase on it is asked again where it stands in the order. When it was resumed and paused again since you ' +
      'saw it, nothing changes and 409 STALE_EDIT tells the new reason.',
    body: { reason: 'New SIMs' },
    answer: { message: 'Docker is asked for Data again.' },
  },
  resumeVendorAccount: {
    title: 'Resume an account that a vendor refused',
    about:
      'From the next purchase on the vendor is asked again. A pause for an empty balance also ends by itself once the account is ' +
      'filled. When the account was paused for another reason since you saw it, nothing changes and 409 STALE_EDIT tells it.',
    body: { reason: 'The key is renewed' },
    answer: { message: 'Spectranet is asked again.' },
  },
  checkVendors: {
    title: 'Check all vendors',
    about:
      'Asks every vendor what moves no money: our keys, our balance, the codes of plans, an order by our reference, the address of ' +
      'webhooks and the clock. `said` holds the words of the vendor, which are not stored. An account that was paused for its keys ' +
      'is resumed when they are right.',
    answer: { message: '1 of 11 vendors has something wrong.' },
  },
  liftVendorRefusal: {
    title: 'Ask a vendor again for a product that it refused',
    about:
      'From the next purchase on the vendor is asked for it again. When it was refused again since you saw it, nothing changes ' +
      'and 409 STALE_EDIT tells the new reason.',
    body: { reason: 'They sell it again' },
    answer: { message: 'Platonic is asked for it again.' },
  },
  setVendorOrder: {
    title: 'Choose the order of vendors',
    about:
      'Who is asked first from the next purchase on, and who next when a vendor definitely did not charge. Whoever you leave out ' +
      'follows as before. Choosing a vendor by one of the switches puts it before all others. A service that is off stays off. ' +
      'When the order is another one by now, nothing changes and 409 STALE_EDIT tells it.',
    body: { service: 'airtime' },
    answer: {
      message: 'Airtime is now asked of Ultranet, then Platinum, then Spectranet, then Swiss Network.',
    },
  },
} satisfies Partial<CallDocs>;
