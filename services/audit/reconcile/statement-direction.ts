import { type DirectionPlace, type NamedStatuses, plainWord } from './statement-columns.js';

export type Moved = 'charged' | 'reversed';

/**
 * Direction of money. Money that leaves our account at a vendor (`out`) is a charge. Money that enters at a
 * PSP (`in`) is a payment.
 */
export type Way = 'out' | 'in';
export const movedOf = (way: Way, side: 'vendor' | 'psp'): Moved =>
  (way === 'out') === (side === 'vendor') ? 'charged' : 'reversed';

const WAYS = new Map<string, Way | 'back'>([
  ...['debit', 'dr', 'debited', 'out', 'outflow', 'moneyout'].map((word): [string, Way] => [word, 'out']),
  ...['credit', 'cr', 'credited', 'in', 'inflow', 'moneyin'].map((word): [string, Way] => [word, 'in']),
  ...['refund', 'refunded', 'reversal', 'reversed'].map((word): [string, 'back'] => [word, 'back']),
]);
/**
 * Single letters, accepted only in `DIRECTION_ONLY` columns. In other columns the letters may abbreviate
 * something else.
 */
const LETTERS = new Map<string, Way>([
  ['d', 'out'],
  ['c', 'in'],
]);
/** Text that resembles a direction, such as `Wallet Credit`, but has no known meaning. */
const LOOKS_LIKE_ONE = /(?:^|[^a-z])(?:debit|credit|dr|cr|refund\w*|revers\w*)(?:$|[^a-z])|^[cd]$/i;

/**
 * Column of directions. A column called `Type` may contain services instead. Its first line decides, and all
 * other lines must agree.
 */
export class DirectionColumn {
  private holds: { readonly what: 'directions' | 'services'; readonly example: string } | undefined;

  constructor(
    readonly at: DirectionPlace,
    private readonly side: 'vendor' | 'psp',
    private readonly named: NamedStatuses,
  ) {}

  /**
   * Direction that a text states; undefined when the column contains services.
   * @throws Error when the text is ambiguous
   */
  read(text: string): Moved | undefined {
    const word = plainWord(text);
    const meant = this.named.get(word);
    if (meant === 'charged' || meant === 'reversed') return meant;
    const way = WAYS.get(word) ?? (this.at.sure ? LETTERS.get(word) : undefined);
    if (way === 'back') return 'reversed';
    if (way === undefined && (this.at.sure || LOOKS_LIKE_ONE.test(text)))
      throw new Error(
        'is neither debit nor credit: say with --statuses whether it means charged or reversed',
      );
    const what = way === undefined ? 'services' : 'directions';
    this.holds ??= { what, example: text };
    if (this.holds.what !== what)
      throw new Error(
        `and ${JSON.stringify(this.holds.example)} above: whether the column says debit or credit cannot be told; say with --statuses what its words mean`,
      );
    return way && movedOf(way, this.side);
  }
}
