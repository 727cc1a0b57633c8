/**
 * Results of a delivery besides the value itself. Tokens and pins are as good as money, so they are stored only
 * encrypted for the customer.
 */
export interface Artefacts {
  /** Meter tokens in the order of typing. Key change tokens come before the credit token. */
  readonly tokens?: readonly string[];
  /** Label of each token. Absent for the labels of `usualTokenLabel`. */
  readonly labels?: readonly string[];
  /** Separate token for free energy from the disco. */
  readonly bonusToken?: string;
  /** Energy in the vendor's words, such as `79.9 kWh`. */
  readonly units?: string;
  readonly pins?: readonly ExamPin[];
  /** NIP session of a transfer, required for questions to the other bank. */
  readonly sessionId?: string;
  readonly results?: readonly RecipientResult[];
  /** Vendor's text, when it gives no structured fields. */
  readonly purchasedCode?: string;
  /** Vendor's fields that could not be read, shown to administrators only. */
  readonly unread?: string;
}

/** Kind of artefact that a product hands over besides the value. */
export type HandedOver = 'tokens' | 'pins';

export interface ExamPin {
  readonly pin: string;
  readonly serial?: string;
}

export interface RecipientResult {
  readonly recipient: string;
  readonly delivered: boolean;
  /** Vendor's reason. */
  readonly reason?: string;
}

/** Label of token `index` when the vendor names none: key changes first, the credit last. */
export const usualTokenLabel = (index: number, count: number): string =>
  index === count - 1 ? 'Token' : `Key change ${index + 1}`;

/** Tokens with their labels, in the order of typing. */
export const labelledTokens = ({
  tokens = [],
  labels = [],
}: Artefacts): readonly { readonly label: string; readonly token: string }[] =>
  tokens.map((token, index) => ({ label: labels[index] || usualTokenLabel(index, tokens.length), token }));

/** Value of `token_pin` in a history row, if any. */
export function tokenPinOf({ tokens, pins }: Artefacts): string | undefined {
  if (tokens?.length) return tokens.join(' ');
  if (pins?.length)
    return pins.map(({ pin, serial }) => (serial === undefined ? pin : `${serial}: ${pin}`)).join(', ');
  return undefined;
}
