import { ACCEPTED, documented, FIELD, type Chapter } from './documented.js';

const CABLE = '1 GoTV, 2 DSTV, 3 STARTIME.';
const IUC = 'The smartcard number, 8 to 14 digits, as text.';
const DISCO =
  '18 Ikeja, 19 Ibadan, 20 Eko, 21 Port Harcourt, 22 Kaduna, 23 Kano, 24 Jos, 25 Abuja, 26 Enugu, 28 Yola, 29 Benin.';
const METER = 'The meter number, 6 to 15 digits, as text.';
const EXAM = '1 WAEC, 2 NECO, 3 NABTEB.';

export const BILLS: Chapter = {
  id: 'bills',
  title: 'Cable, electricity and exams',
  about: 'Look a card or meter up before you pay: a payment to a wrong number cannot be called back.',
  calls: [
    documented({
      name: 'cablePlans',
      title: 'Cable plans',
      about: 'The bouquets of one provider, at your price.',
      fields: { cablenetwork: CABLE },
      body: { cablenetwork: 1 },
      answer: {
        status: true,
        cable_plans: [{ id: '201', name: 'GOtv Jinja', price: 3861 }],
        message: '',
      },
    }),
    documented({
      name: 'validateIuc',
      title: 'Whose smartcard',
      about: 'The name the provider knows a card by.',
      fields: { iuc: IUC, cablenetwork: CABLE },
      body: { iuc: '7023456789', cablenetwork: 1 },
      answer: { status: true, name: 'ADA OBI', current_plan: 'GOtv Jinja', due_date: '2026-04-01' },
    }),
    documented({
      name: 'payCable',
      title: 'Pay for cable',
      about: 'Renews or changes the bouquet of a card.',
      fields: {
        cablenetwork: CABLE,
        iuc: IUC,
        selectedcablePlan: 'The id of a plan.',
        transaction_pin: FIELD.pin,
        confirm_duplicate: FIELD.again,
        quoted_price: FIELD.quoted,
      },
      body: { cablenetwork: 1, iuc: '7023456789', selectedcablePlan: '201', transaction_pin: '4826' },
      answer: ACCEPTED,
    }),
    documented({
      name: 'validateMeter',
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
    }),
    documented({
      name: 'payElectricity',
      title: 'Pay for electricity',
      about: 'A prepaid token comes with the transaction, once it is delivered.',
      fields: {
        meterNumber: METER,
        meterType: 'Prepaid or Postpaid.',
        amount: FIELD.amount,
        phone: FIELD.phone,
        discoName: DISCO,
        transaction_pin: FIELD.pin,
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
    }),
    documented({
      name: 'examPrice',
      title: 'Price of exam pins',
      about: 'What so many pins cost you together.',
      fields: { examName: EXAM, quantity: '1 to 20.' },
      body: { examName: 1, quantity: 2 },
      answer: { status: true, amount: 6831, discount: 69, message: '' },
    }),
    documented({
      name: 'buyExam',
      title: 'Buy exam pins',
      about: 'The pins come with the transaction. When only some can be had, you pay for those.',
      fields: {
        examName: EXAM,
        quantity: '1 to 20.',
        phone: FIELD.phone,
        transaction_pin: FIELD.pin,
        confirm_duplicate: FIELD.again,
        quoted_price: FIELD.quoted,
      },
      body: { examName: 1, quantity: 2, phone: '08031234567', transaction_pin: '4826' },
      answer: ACCEPTED,
    }),
  ],
};
