/**
 * Map that keeps the newest `max` entries, and sometimes a few older ones. The size stays below twice `max`.
 */
export class Newest<Value> {
  private young = new Map<string, Value>();
  private old = new Map<string, Value>();

  constructor(
    private readonly max: number,
    entries: Iterable<readonly [string, Value]> = [],
    private dropped = false,
  ) {
    for (const [key, value] of entries) this.set(key, value);
  }

  get size(): number {
    return this.young.size + this.old.size;
  }

  get forgets(): boolean {
    return this.dropped;
  }

  get(key: string): Value | undefined {
    return this.young.get(key) ?? this.old.get(key);
  }

  has(key: string): boolean {
    return this.young.has(key) || this.old.has(key);
  }

  set(key: string, value: Value): void {
    this.young.set(key, value);
    if (this.young.size >= this.max) this.turn();
  }

  delete(key: string): void {
    this.young.delete(key);
    this.old.delete(key);
  }

  turn(): void {
    this.dropped ||= this.old.size > 0;
    this.old = this.young;
    this.young = new Map();
  }

  /**
   * Iterates over all entries, the older half first. A key may occur twice. Its second value is the newer
   * one.
   */
  *[Symbol.iterator](): IterableIterator<[string, Value]> {
    yield* this.old;
    yield* this.young;
  }
}
