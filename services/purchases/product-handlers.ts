import { BuyAirtimeHandler } from './airtime/buy-airtime.handler.js';
import { PayCableHandler } from './cable/pay-cable.handler.js';
import { BuyDataHandler } from './data/buy-data.handler.js';
import { PayElectricityHandler } from './electricity/pay-electricity.handler.js';
import { BuyExamHandler } from './exams/buy-exam.handler.js';

/** What customers may buy over HTTP: the handlers a process that serves it gives to `createApi`. */
export const PRODUCT_HANDLERS = [
  ...[BuyAirtimeHandler, BuyDataHandler, PayCableHandler, PayElectricityHandler, BuyExamHandler],
];
