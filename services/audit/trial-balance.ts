import type { Posting } from '../ledger/postings.js';

/**
 * Exact sums of kobo per account. A sum beyond `isSafeInteger` is a bigint. Smaller sums are numbers, because
 * adding bigints would take longer than reading the events.
 */
export class TrialBalance {
  private readonly small = new Map<string, number>();
  private readonly large = new Map<string, bigint>();

  add(account: string, amount: string): void {
    const line = +amount;
    const sum = (this.small.get(account) ?? 0) + line;
    if (Number.isSafeInteger(line) && Number.isSafeInteger(sum)) this.small.set(account, sum);
    else this.addLarge(account, amount);
  }

  private addLarge(account: string, amount: string): void {
    const carried = BigInt(this.small.get(account) ?? 0);
    this.large.set(account, (this.large.get(account) ?? 0n) + carried + BigInt(amount));
    this.small.set(account, 0);
  }

  addAll(lines: readonly Posting[]): void {
    for (const { account, amount } of lines) this.add(account, amount);
  }

  of(account: string): bigint {
    return BigInt(this.small.get(account) ?? 0) + (this.large.get(account) ?? 0n);
  }

  /** Returns the balance of an account in kobo, as a decimal string. Credits are positive. */
  owed(account: string): string {
    const large = this.large.get(account);
    // Subtract from 0, because `-x` would turn zero into `-0`.
    return large === undefined ? String(0 - (this.small.get(account) ?? 0)) : String(-this.of(account));
  }

  get size(): number {
    return this.small.size;
  }

  /** Debit positive. */
  *entries(): IterableIterator<[account: string, balance: bigint]> {
    for (const account of this.small.keys()) yield [account, this.of(account)];
  }

  total(): bigint {
    let total = 0n;
    for (const [, balance] of this.entries()) total += balance;
    return total;
  }
}

export function isBalanced(lines: readonly Posting[]): boolean {
  let sum = 0;
  for (const { amount } of lines) {
    const line = +amount;
    sum += line;
    if (!Number.isSafeInteger(line) || !Number.isSafeInteger(sum)) return isBalancedLarge(lines);
  }
  return sum === 0;
}

const isBalancedLarge = (lines: readonly Posting[]): boolean =>
  lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n) === 0n;
