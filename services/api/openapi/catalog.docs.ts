import { type CallDocs } from './call-docs.js';

export const CATALOG_DOCS = {
  catalogue: {
    title: 'What is on offer',
    about: 'Services, networks, providers and exams, and whether each is available right now.',
    fields: {},
    body: {},
    answer: {
      status: true,
      services: [{ service: 'airtime', available: true, discount_percent: 1 }],
      networks: [
        {
          code: 1,
          name: 'Mtn',
          available: true,
          plan_types: [{ code: 1, name: 'SME', available: true }],
        },
      ],
      cable_providers: [{ code: 1, name: 'GoTV', available: true }],
      discos: [{ code: 18, name: 'Ikeja', available: true }],
      meter_types: [{ code: 'prepaid', name: 'Prepaid' }],
      exams: [{ code: 1, name: 'WAEC', available: true, price: 3450 }],
      exam_quantity_max: 20,
      airtime: { minimum: 50, maximum: 50000 },
      electricity: { minimum: 500, maximum: 200000 },
      sms: { page_price: 2.9 },
    },
  },
  serviceHealth: {
    title: 'How deliveries go',
    about:
      'Of each service, and of each network of airtime and data, by the newest purchases of the last 30 minutes: good, slow, poor, or unknown where too little was bought to tell. It is made anew every five seconds.',
    fields: {},
    body: {},
    answer: {
      status: true,
      services: [
        { service: 'airtime', health: 'good', success_rate: 0.98, median_seconds: 3.8 },
        { service: 'airtime', network: 1, health: 'slow', success_rate: 0.96, median_seconds: 64 },
      ],
    },
  },
} satisfies Partial<CallDocs>;
