/**
 * What a delivery hands over beside the value itself. Some of it is as good as money (tokens, pins), so it is stored only
 * encrypted for the customer.
 */
export interface Artefacts {
  /** Tokens of a prepaid meter in the order they are typed in: one, or key changes first and the credit last. */
  readonly tokens?: readonly string[];
  /** Typed in by itself: energy that the disco gives on top. */
  readonly bonusToken?: string;
  /** Energy bought, as the vendor words it: `79.9 kWh`. */
  readonly units?: string;
  readonly pins?: readonly ExamPin[];
  /** NIP session of a bank transfer: what the other bank asks for. */
  readonly sessionId?: string;
  /** How each recipient of a text fared. */
  readonly results?: readonly RecipientResult[];
  /** The vendor's own words, where it says nothing more exact. */
  readonly purchasedCode?: string;
}

export interface ExamPin {
  readonly pin: string;
  readonly serial?: string;
}

export interface RecipientResult {
  readonly recipient: string;
  readonly delivered: boolean;
  /** The vendor's word for why not. */
  readonly reason?: string;
}

/** `token_pin` of a history row: what a person types elsewhere. undefined when there is nothing to type. */
export function tokenPinOf({ tokens, pins }: Artefacts): string | undefined {
  if (tokens?.length) return tokens.join(' ');
  if (pins?.length)
    return pins.map(({ pin, serial }) => (serial === undefined ? pin : `${serial}: ${pin}`)).join(', ');
  return undefined;
}
