import { koboFromNaira, type Kobo } from '../contracts/money.js';

/** Reads `5000:10,50000:25,*:50`: up to ₦5,000 ₦10, up to ₦50,000 ₦25, beyond it ₦50. @throws when it is none */
export function feeSchedule(text: string): (amount: Kobo) => Kobo {
  const steps = text.split(',').map((step) => {
    const [upTo = '', feeText = ''] = step.split(':');
    const limit = upTo === '*' ? undefined : koboFromNaira(upTo);
    const fee = koboFromNaira(feeText);
    if (fee === undefined || (limit === undefined && upTo !== '*'))
      throw new Error(`not a schedule of fees: ${text}`);
    return { limit, fee };
  });
  return (amount) => {
    const step = steps.find(({ limit }) => limit === undefined || amount <= limit);
    if (!step) throw new Error('a schedule of fees ends in *');
    return step.fee;
  };
}
