import type { CallDocs } from '../call-docs.js';

export const PAUSE_EXAMPLE = {
  id: '0b0f7d0e-55a4-4f0e-8e0f-6d1c8f0a7c11',
  service: 'data',
  vendor: 6,
  reason: 'Their SIMs are blocked',
  since: '2026-03-02T10:05:30.000+01:00',
  by: 'Ada',
  automatic: false,
  probe: null,
  probe_at: null,
} as const;
const PAUSED_FIELDS = {
  service: 'data, airtime, cable, electricity or exams.',
  vendor: 'The code of a vendor that sells it.',
  reason: 'Why, in up to 200 characters.',
};

const CODE = 'The code of the vendor, 1 to 8; 0 switches the service off.';
const ABOUT =
  'From the next purchase on. What was accepted before is delivered by the vendor that had it. With 0 new purchases are ' +
  'refused with 503 SERVICE_OFF.';
const switched = (service: string) =>
  ({ status: true, message: `Spectranet now delivers ${service}.` }) as const;

export const VENDOR_DOCS = {
  activeVendors: {
    title: 'Who delivers each service',
    about:
      'The code of the vendor that the next purchase of each service goes to, 0 where it is switched off; and in `orders` who is ' +
      'asked in turn when one definitely did not charge. Those in `pauses` are passed over. When all are paused, the code is 0 too. ' +
      'What is `automatic` was paused by the product, since too little was delivered or the float was low. It ends by itself: once a ' +
      'purchase that tries the vendor from `probe_at` on is delivered, or once the float is high enough.',
    fields: {},
    body: {},
    answer: {
      status: true,
      active_data_api: 4,
      active_airtime_api: 1,
      active_cable_api: 1,
      active_electric_api: 0,
      active_exams_api: 2,
      orders: {
        data: [4, 1, 2, 3, 5, 6, 7, 8],
        airtime: [1, 2, 3, 5, 7, 8],
        cable: [1, 2, 3, 5, 7, 8],
        electricity: [1, 2, 3, 5, 7, 8],
        exams: [2, 1, 3, 5, 7, 8],
      },
      pauses: [PAUSE_EXAMPLE],
      vendors: [
        { code: 1, name: 'Platinum', services: ['airtime', 'data', 'cable', 'electricity', 'exams'] },
        { code: 4, name: 'Platonic', services: ['data'] },
      ],
    },
  },
  switchDataVendor: {
    title: 'Choose who delivers data',
    about: ABOUT,
    fields: { dataapiidentifier: CODE },
    body: { dataapiidentifier: 2 },
    answer: switched('Data'),
  },
  switchAirtimeVendor: {
    title: 'Choose who delivers airtime',
    about: ABOUT,
    fields: { airtimeapiidentifier: CODE },
    body: { airtimeapiidentifier: 2 },
    answer: switched('Airtime'),
  },
  switchCableVendor: {
    title: 'Choose who delivers cable TV',
    about: ABOUT,
    fields: { cableapiidentifier: CODE },
    body: { cableapiidentifier: 2 },
    answer: switched('Cable TV'),
  },
  switchElectricVendor: {
    title: 'Choose who delivers electricity',
    about: ABOUT,
    fields: { electricapiidentifier: CODE },
    body: { electricapiidentifier: 2 },
    answer: switched('Electricity'),
  },
  switchExamVendor: {
    title: 'Choose who delivers exam pins',
    about: ABOUT,
    fields: { examsapiidentifier: CODE },
    body: { examsapiidentifier: 2 },
    answer: switched('Exam pins'),
  },
  pauseVendor: {
    title: 'Pause a vendor for a service',
    about:
      'Nothing new of the service is sent to the vendor, neither first nor because another one failed. What it has already is ' +
      'finished with it. When all who sell the service are paused, new purchases are refused with 503 SERVICE_OFF. A vendor that ' +
      'is paused stays so, for the reason that was given first; one that the product paused stays so until a person resumes it.',
    fields: PAUSED_FIELDS,
    body: { service: 'data', vendor: 6, reason: 'Their SIMs are blocked' },
    answer: {
      status: true,
      message: 'Docker is paused. Data is now asked of Platonic, then Platinum, then Spectranet.',
    },
  },
  resumeVendor: {
    title: 'Resume a vendor for a service',
    about:
      'From the next purchase on it is asked again where it stands in the order. When it was resumed and paused again since you ' +
      'saw it, nothing changes and 409 STALE_EDIT tells the new reason.',
    fields: { ...PAUSED_FIELDS, pauseId: 'The id of the pause, as you were shown it.' },
    body: { service: 'data', vendor: 6, reason: 'New SIMs', pauseId: PAUSE_EXAMPLE.id },
    answer: { status: true, message: 'Docker is asked for Data again.' },
  },
  setVendorOrder: {
    title: 'Choose the order of vendors',
    about:
      'Who is asked first from the next purchase on, and who next when a vendor definitely did not charge. Whoever you leave out ' +
      'follows as before. Choosing a vendor by one of the switches puts it before all others. A service that is off stays off. ' +
      'When the order is another one by now, nothing changes and 409 STALE_EDIT tells it.',
    fields: {
      service: 'data, airtime, cable, electricity or exams.',
      vendors: 'Codes of vendors that sell it, each once, the one to be asked first first.',
      shown: 'The order that you were shown, whole.',
    },
    body: { service: 'airtime', vendors: [5, 1], shown: [1, 2, 3, 5, 7, 8] },
    answer: {
      status: true,
      message: 'Airtime is now asked of Ultranet, then Platinum, then Spectranet, then Swiss Network.',
    },
  },
} satisfies Partial<CallDocs>;
