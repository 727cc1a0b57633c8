import { ownEntry } from '../../services/contracts/own-entry.js';
import { type Artefacts, labelledTokens } from '../../services/contracts/artefacts.js';
import type { Product } from '../../services/contracts/services.js';
import { descriptorOf } from '../../services/products/products.js';
import type { ReceiptFact } from '../../services/contracts/history.contract.js';

type Opened = Readonly<Record<string, unknown>>;

export const orderFacts = (product: Product, opened: Opened): ReceiptFact[] =>
  (descriptorOf(product)?.receipt ?? []).flatMap(([field, label]) => {
    const value = ownEntry(opened, field);
    return typeof value === 'string' && value !== '' ? [{ label, value }] : [];
  });

/**
 * Makes the receipt lines about the delivery. Electricity tokens are in the order in which the customer types
 * them: tokens that change the meter's key come before the token with the credit.
 */
export function deliveryFacts(artefacts: Artefacts): ReceiptFact[] {
  const { bonusToken, units, pins = [], sessionId, results = [] } = artefacts;
  const notReached = results.filter(({ delivered }) => !delivered);
  return [
    ...labelledTokens(artefacts).map(({ label, token }) => ({ label, value: inFours(token), copy: true })),
    ...(bonusToken === undefined ? [] : [{ label: 'Bonus token', value: inFours(bonusToken), copy: true }]),
    ...(units === undefined ? [] : [{ label: 'Units', value: units }]),
    ...pins.flatMap(({ pin, serial }, index) => {
      const number = pins.length === 1 ? '' : ` ${index + 1}`;
      const serialFact =
        serial === undefined ? [] : [{ label: `Serial${number}`, value: serial, copy: true }];
      return [{ label: `Pin${number}`, value: pin, copy: true }, ...serialFact];
    }),
    ...(sessionId === undefined ? [] : [{ label: 'Session ID', value: sessionId, copy: true }]),
    ...notReached.map(({ recipient, reason }) => ({
      label: 'Not delivered',
      value: reason === undefined ? recipient : `${recipient} (${reason})`,
    })),
  ];
}

const inFours = (token: string): string =>
  /^\d+$/.test(token) ? token.replace(/(\d{4})(?=\d)/g, '$1 ') : token;
