/**
 * Codes and facts that a vendor delivers, stored only encrypted, because anyone who has a token or a pin can
 * use it.
 */
export interface Artefacts {
  /**
   * Tokens in the order in which the customer types them. Tokens that change the key of the meter come before
   * the token with the credit.
   */
  readonly tokens?: readonly string[];
  readonly labels?: readonly string[];
  /** Additional token for free energy that the electricity company (disco) grants. */
  readonly bonusToken?: string;
  /** Amount of energy in the vendor's words, such as `79.9 kWh`. */
  readonly units?: string;
  readonly pins?: readonly ExamPin[];
  /**
   * Session id of a bank transfer in the network NIP. The receiving bank asks for this id when
   * money does not arrive.
   */
  readonly sessionId?: string;
  readonly results?: readonly RecipientResult[];
  /**
   * Text in which the vendor describes the delivery. Present when the vendor returns no separate
   * fields.
   */
  readonly purchasedCode?: string;
  /**
   * Text of the vendor's answer that could not be interpreted. Only administrators see this text.
   */
  readonly unread?: string;
}

export type HandedOver = 'tokens' | 'pins';

export interface ExamPin {
  readonly pin: string;
  readonly serial?: string;
}

export interface RecipientResult {
  readonly recipient: string;
  readonly delivered: boolean;
  readonly reason?: string;
}

export const usualTokenLabel = (index: number, count: number): string =>
  index === count - 1 ? 'Token' : `Key change ${index + 1}`;

export const labelledTokens = ({
  tokens = [],
  labels = [],
}: Artefacts): readonly { readonly label: string; readonly token: string }[] =>
  tokens.map((token, index) => ({ label: labels[index] || usualTokenLabel(index, tokens.length), token }));

export function tokenPinOf({ tokens, pins }: Artefacts): string | undefined {
  if (tokens?.length) return tokens.join(' ');
  if (pins?.length)
    return pins.map(({ pin, serial }) => (serial === undefined ? pin : `${serial}: ${pin}`)).join(', ');
  return undefined;
}
