/** Chances that fall the same way each time. */
export class Dice {
  constructor(private state = 20_260_310) {}

  /** 0 to below 1. */
  next(): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return this.state / 0x8000_0000;
  }

  /** 0 to below the number. */
  upTo(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<One>(of: readonly One[]): One {
    const one = of[this.upTo(of.length)];
    if (one === undefined) throw new Error('there is nothing to choose from');
    return one;
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.upTo(10)).join('');
  }
}
