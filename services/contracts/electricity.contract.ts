import { z } from 'zod';
import { asks, buys, looksUp, serverOnly, type Call } from './call.js';
import {
  Amount,
  BodyToken,
  Bounded,
  listed,
  NumberOf,
  Ok,
  ORDER,
  Phone,
  PurchaseAnswer,
  QuoteAnswer,
} from './fields/http-fields.js';
import { isEntryOf } from './own-entry.js';

/** Electricity companies (discos) by code. The code 27 is not used. */
export const DISCOS = {
  18: 'Ikeja',
  19: 'Ibadan',
  20: 'Eko',
  21: 'Port Harcourt',
  22: 'Kaduna',
  23: 'Kano',
  24: 'Jos',
  25: 'Abuja',
  26: 'Enugu',
  28: 'Yola',
  29: 'Benin',
} as const;
export type DiscoCode = keyof typeof DISCOS;

export const METER_TYPES = { prepaid: 'Prepaid', postpaid: 'Postpaid' } as const;
export type MeterType = keyof typeof METER_TYPES;

export interface ElectricityProduct {
  readonly service: 'electricity';
  readonly disco: DiscoCode;
  readonly meterType: MeterType;
}

export const ELECTRICITY_CALLS = {
  validateMeter: looksUp('/api/validate_meter/'),
  electricityQuote: asks('/api/electricity_quote/'),
  payElectricity: buys('/api/pay_electricity_bill/'),
} as const satisfies Record<string, Call>;

export const ELECTRICITY_SHAPES = serverOnly(() => {
  const Disco = listed<DiscoCode>(DISCOS);
  const MeterNumber = NumberOf('meter number', 6, 15).meta({ example: '45012345678' });
  const NO_METER_TYPE = 'must be Prepaid or Postpaid';

  /** Type of the meter: `Prepaid` or `Postpaid`, in upper or lower case. */
  const Meter = Bounded(20, NO_METER_TYPE, NO_METER_TYPE)
    .transform((value, context) => {
      const type = value.toLowerCase();
      if (isEntryOf(METER_TYPES, type)) return type;
      context.addIssue({ code: 'custom', message: NO_METER_TYPE });
      return z.NEVER;
    })
    .meta({ description: 'Prepaid or Postpaid.', example: 'Prepaid' });

  const Paid = Amount.meta({ example: 5000 });

  return {
    validateMeter: {
      request: z.object({
        disco_name: Disco,
        meter_number: MeterNumber,
        meter_type: Meter,
        access_token: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        name: z.string().meta({ example: 'ADA OBI' }),
        Address: z.string().meta({ example: '12 Allen Avenue, Ikeja' }),
        message: z.string().meta({ example: '' }),
        minimum: z.number().meta({ example: 500 }),
        maximum: z.number().meta({ example: 200000 }),
      }),
    },
    electricityQuote: {
      request: z.object({ discoName: Disco, meterType: Meter, amount: Paid, access_token: BodyToken }),
      answer: QuoteAnswer,
    },
    payElectricity: {
      request: z.object({
        meterNumber: MeterNumber,
        meterType: Meter,
        amount: Paid,
        phone: Phone,
        discoName: Disco,
        ...ORDER,
      }),
      answer: PurchaseAnswer,
    },
  };
});
