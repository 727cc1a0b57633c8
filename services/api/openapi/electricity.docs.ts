import { ACCEPTED, FIELD, QUOTE, type CallDocs } from './call-docs.js';

const DISCO =
  '18 Ikeja, 19 Ibadan, 20 Eko, 21 Port Harcourt, 22 Kaduna, 23 Kano, 24 Jos, 25 Abuja, 26 Enugu, 28 Yola, 29 Benin.';
const METER = 'The meter number, 6 to 15 digits, as text.';

export const ELECTRICITY_DOCS = {
  validateMeter: {
    title: 'Whose meter',
    about: 'The name and address the company knows a meter by, and what it takes at once.',
    fields: { disco_name: DISCO, meter_number: METER, meter_type: 'Prepaid or Postpaid.' },
    body: { disco_name: 18, meter_number: '45012345678', meter_type: 'Prepaid' },
    answer: {
      status: true,
      name: 'ADA OBI',
      Address: '12 Allen Avenue, Ikeja',
      message: '',
      minimum: 500,
      maximum: 200000,
    },
  },
  electricityQuote: {
    title: 'What electricity would cost',
    about: 'What it costs you and what is left after it. Nothing is bought.',
    fields: { discoName: DISCO, meterType: 'Prepaid or Postpaid.', amount: FIELD.amount },
    body: { discoName: 18, meterType: 'Prepaid', amount: 5000 },
    answer: QUOTE,
  },
  payElectricity: {
    title: 'Pay for electricity',
    about: 'A prepaid token comes with the transaction, once it is delivered.',
    fields: {
      meterNumber: METER,
      meterType: 'Prepaid or Postpaid.',
      amount: FIELD.amount,
      phone: FIELD.phone,
      discoName: DISCO,
      transaction_pin: FIELD.pin,
      passkey: FIELD.passkey,
      confirm_duplicate: FIELD.again,
      quoted_price: FIELD.quoted,
    },
    body: {
      meterNumber: '45012345678',
      meterType: 'Prepaid',
      amount: 5000,
      phone: '08031234567',
      discoName: 18,
      transaction_pin: '4826',
    },
    answer: ACCEPTED,
  },
} satisfies Partial<CallDocs>;
