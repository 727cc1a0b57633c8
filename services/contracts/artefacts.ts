/**
 * Codes and facts in a vendor's delivery. Tokens and pins are as good as money. Therefore they are stored
 * only encrypted.
 */
export interface Artefacts {
  /**
   * Meter tokens in the order in which the customer types them. Key change tokens come before the credit
   * token.
   */
  readonly tokens?: readonly string[];
  readonly labels?: readonly string[];
  /** Extra token for free energy from the electricity company (disco). */
  readonly bonusToken?: string;
  /** Energy as the vendor writes it, such as `79.9 kWh`. */
  readonly units?: string;
  readonly pins?: readonly ExamPin[];
  /** NIP session id of a bank transfer. The receiving bank asks customers for this id. */
  readonly sessionId?: string;
  readonly results?: readonly RecipientResult[];
  /** Text of the vendor's answer. Present when the vendor returns no structured fields. */
  readonly purchasedCode?: string;
  /** Fields of the vendor's answer that we do not know. Only administrators see them. */
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

/** Joins tokens or pins into one text. Returns `undefined` when there are no tokens and no pins. */
export function tokenPinOf({ tokens, pins }: Artefacts): string | undefined {
  if (tokens?.length) return tokens.join(' ');
  if (pins?.length)
    return pins.map(({ pin, serial }) => (serial === undefined ? pin : `${serial}: ${pin}`)).join(', ');
  return undefined;
}
