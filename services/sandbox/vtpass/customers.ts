import { PRODUCTS } from './products.js';

const OWNER = { Customer_Name: 'ADA OKAFOR', WrongBillersCode: false };

/** What `merchant-verify` tells of a number: everybody at the sandbox is Ada. */
export function customerAnswer(serviceID: string, number: string): Readonly<Record<string, unknown>> {
  const { biller, variations, maximum } = PRODUCTS.get(serviceID) ?? {};
  if (biller === 'meter')
    return {
      ...OWNER,
      ...{ Meter_Number: number, Meter_Type: 'PREPAID', Address: '12 ADEOLA ODEKU STREET, LAGOS' },
      ...{ Customer_Account_Type: 'NMD', Can_Vend: 'yes', Service_Band: 'A', Customer_Arrears: 0 },
      ...{ Min_Purchase_Amount: 1_000, MAX_Purchase_Amount: maximum },
    };
  if (biller === 'smartcard')
    return {
      ...OWNER,
      ...{ Customer_Number: number, Customer_Type: serviceID.toUpperCase(), Status: 'ACTIVE' },
      ...{ Due_Date: '2026-12-31T00:00:00', Current_Bouquet: variations?.[0]?.name },
      Renewal_Amount: Number(variations?.[0]?.variation_amount),
    };
  return { ...OWNER, Customer_Number: number, Status: 'ACTIVE' };
}
