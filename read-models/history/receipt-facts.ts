import type { Artefacts } from '../../services/contracts/artefacts.js';
import type { Product } from '../../services/contracts/products.js';
import type { ReceiptFact } from '../../services/contracts/transactions.js';

type Opened = Readonly<Record<string, unknown>>;

/** What is sealed with an order of each service, and what a receipt calls it; in the order it is read. */
const ORDER_WORDS: Readonly<
  Record<Product['service'], readonly (readonly [field: string, label: string])[]>
> = {
  airtime: [],
  data: [],
  cable: [
    ['recipient', 'Smartcard'],
    ['customerName', 'Customer'],
  ],
  electricity: [
    ['recipient', 'Meter'],
    ['customerName', 'Customer'],
    ['customerAddress', 'Address'],
  ],
  exams: [],
  sms: [
    ['senderId', 'Sender ID'],
    ['body', 'Message'],
  ],
  bet: [
    ['recipient', 'Customer ID'],
    ['customerName', 'Customer'],
  ],
  transfer: [
    ['recipient', 'Account number'],
    ['accountName', 'Account name'],
    ['narration', 'Narration'],
  ],
  bvn: [],
};

/** What a receipt tells of whom a purchase is for. */
export const orderFacts = (service: Product['service'], opened: Opened): ReceiptFact[] =>
  ORDER_WORDS[service].flatMap(([field, label]) => {
    const value = opened[field];
    return typeof value === 'string' && value !== '' ? [{ label, value }] : [];
  });

/** What a receipt tells of what came. Several tokens are typed in the order given: key changes first, the credit last. */
export function deliveryFacts({
  tokens = [],
  units,
  pins = [],
  sessionId,
  results = [],
}: Artefacts): ReceiptFact[] {
  const last = tokens.length - 1;
  const notReached = results.filter(({ delivered }) => !delivered);
  return [
    ...tokens.map((token, index) => ({
      label: index === last ? 'Token' : `Key change ${index + 1}`,
      value: inFours(token),
      copy: true,
    })),
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

/** As meters and people read a token. */
const inFours = (token: string): string =>
  /^\d+$/.test(token) ? token.replace(/(\d{4})(?=\d)/g, '$1 ') : token;
