import type { AuditAnswer } from '../../../../services/contracts/admin/audit.contract.js';

export type Steps = Omit<AuditAnswer<'walletSteps'>, 'status' | 'userId' | 'customer' | 'total' | 'from'>;

const ROOM = 4_096;

/** Balances of an account after each step. Uses typed arrays, in which 100,000 steps need only a few MB. */
export class BalanceHistory {
  count = 0;
  position = new Float64Array(ROOM);
  at = new Float64Array(ROOM);
  available = new Float64Array(ROOM);
  held = new Float64Array(ROOM);
  private kind = new Uint16Array(ROOM);
  private endedBy = new Uint32Array(ROOM);
  private readonly types: string[] = [];
  private readonly purchases: string[] = [];
  private readonly placed = new Map<string, number>();
  /**
   * First step whose event states a wrong balance. A balance is wrong when it is not the sum of the postings.
   */
  disagrees: number | undefined;

  add(steps: Steps): void {
    const { positions } = steps;
    this.grow(this.count + positions.length);
    const kinds = steps.types.map((type) => this.kindOf(type));
    for (let index = 0; index < positions.length; index += 1) {
      const step = this.count;
      this.position[step] = positions[index] ?? 0;
      this.at[step] = steps.at[index] ?? 0;
      this.available[step] = (step === 0 ? 0 : this.available[step - 1]!) + (steps.available[index] ?? 0);
      this.held[step] = (step === 0 ? 0 : this.held[step - 1]!) + (steps.held[index] ?? 0);
      this.kind[step] = kinds[steps.type[index] ?? 0] ?? 0;
      const purchase = steps.purchases[index] ?? '';
      this.purchases.push(purchase);
      this.follow(step, purchase, steps.held[index] ?? 0);
      this.compare(step, steps.availableAfter[index] ?? null, steps.heldAfter[index] ?? null);
      this.count += 1;
    }
  }

  typeOf(step: number): string {
    return this.types[this.kind[step] ?? 0] ?? '';
  }

  purchaseOf(step: number): string {
    return this.purchases[step] ?? '';
  }

  holdsAfter(step: number): number[] {
    const open: number[] = [];
    for (let each = step; each >= 0; each -= 1) {
      const ended = this.endedBy[each]!;
      if (this.heldBy(each) > 0 && (ended === 0 || ended > step)) open.push(each);
    }
    return open;
  }

  heldBy(step: number): number {
    return this.held[step]! - (step === 0 ? 0 : this.held[step - 1]!);
  }

  availableBy(step: number): number {
    return this.available[step]! - (step === 0 ? 0 : this.available[step - 1]!);
  }

  /** Last step that is not later than `moment`. */
  stepAt(moment: number): number {
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.at[middle]! <= moment) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private follow(step: number, purchase: string, held: number): void {
    if (purchase === '' || held === 0) return;
    if (held > 0) this.placed.set(purchase, step);
    else {
      const placed = this.placed.get(purchase);
      if (placed !== undefined) this.endedBy[placed] = step;
      this.placed.delete(purchase);
    }
  }

  private compare(step: number, available: number | null, held: number | null): void {
    const agrees =
      (available === null || available === this.available[step]) &&
      (held === null || held === this.held[step]);
    if (!agrees) this.disagrees ??= step;
  }

  private kindOf(type: string): number {
    const known = this.types.indexOf(type);
    return known >= 0 ? known : this.types.push(type) - 1;
  }

  private grow(size: number): void {
    if (size <= this.at.length) return;
    const room = Math.max(size, 2 * this.at.length);
    const larger = <List extends Float64Array | Uint16Array | Uint32Array>(old: List, list: List): List => {
      list.set(old);
      return list;
    };
    this.position = larger(this.position, new Float64Array(room));
    this.at = larger(this.at, new Float64Array(room));
    this.available = larger(this.available, new Float64Array(room));
    this.held = larger(this.held, new Float64Array(room));
    this.kind = larger(this.kind, new Uint16Array(room));
    this.endedBy = larger(this.endedBy, new Uint32Array(room));
  }
}
