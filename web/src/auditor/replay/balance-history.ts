import type { AuditAnswer } from '../../../../services/contracts/admin/audit.contract.js';

/** What the steps of wallets and accounts are told as. */
export type Steps = Omit<AuditAnswer<'walletSteps'>, 'status' | 'userId' | 'customer' | 'total' | 'from'>;

const ROOM = 4_096;

/**
 * Every step of one wallet, or of one account, which holds nothing, in flat lists, folded from what its postings add: 100,000 of them are a few megabytes and are
 * looked up without looking at the others. Kobo, milliseconds since 1970.
 */
export class BalanceHistory {
  count = 0;
  position = new Float64Array(ROOM);
  at = new Float64Array(ROOM);
  available = new Float64Array(ROOM);
  held = new Float64Array(ROOM);
  private kind = new Uint16Array(ROOM);
  /** The step that gave a hold back or took it; 0 while that has not happened, or where none was placed. */
  private endedBy = new Uint32Array(ROOM);
  private readonly types: string[] = [];
  private readonly purchases: string[] = [];
  /** The newest step that placed a hold, by its purchase. */
  private readonly placed = new Map<string, number>();
  /** First step after which the event says another balance than its postings add up to. */
  disagrees: number | undefined;

  /** Adds steps that follow those there are. */
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

  /** Steps that placed a hold which still stands after `step`, newest first. */
  holdsAfter(step: number): number[] {
    const open: number[] = [];
    for (let each = step; each >= 0; each -= 1) {
      const ended = this.endedBy[each]!;
      if (this.heldBy(each) > 0 && (ended === 0 || ended > step)) open.push(each);
    }
    return open;
  }

  /** What a step added to what is held. */
  heldBy(step: number): number {
    return this.held[step]! - (step === 0 ? 0 : this.held[step - 1]!);
  }

  availableBy(step: number): number {
    return this.available[step]! - (step === 0 ? 0 : this.available[step - 1]!);
  }

  /** The last step that had happened at a moment. */
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
