import { type DirectionPlace, type NamedStatuses, plainWord } from './statement-columns.js';

export type Moved = 'charged' | 'reversed';

/**
 * Direction of money, as seen from our account. `out` is a charge on a vendor's statement. `in` is a payment on
 * a payment provider's statement.
 */
export type Way = 'out' | 'in';
export const movedOf = (way: Way, side: 'vendor' | 'psp'): Moved =>
  (way === 'out') === (side === 'vendor') ? 'charged' : 'reversed';

const WAYS = new Map<string, Way | 'back'>([
  ...['debit', 'dr', 'debited', 'out', 'outflow', 'moneyout'].map((word): [string, Way] => [word, 'out']),
  ...['credit', 'cr', 'credited', 'in', 'inflow', 'moneyin'].map((word): [string, Way] => [word, 'in']),
  ...['refund', 'refunded', 'reversal', 'reversed'].map((word): [string, 'back'] => [word, 'back']),
]);
const LETTERS = new Map<string, Way>([
  ['d', 'out'],
  ['c', 'in'],
]);
const LOOKS_LIKE_ONE = /(?:^|[^a-z])(?:debit|credit|dr|cr|refund\w*|revers\w*)(?:$|[^a-z])|^[cd]$/i;

export class DirectionColumn {
  private holds: { readonly what: 'directions' | 'services'; readonly example: string } | undefined;

  constructor(
    readonly at: DirectionPlace,
    private readonly side: 'vendor' | 'psp',
    private readonly named: NamedStatuses,
  ) {}

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
