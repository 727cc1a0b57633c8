/** What happened in a run, as one number that any difference changes: two runs of a seed are compared by it. */
export class Trace {
  #low = 0x811c9dc5;
  #high = 0x1b873593;

  add(at: number, who: string, what: string): void {
    this.#mix(Math.round(at * 1_000) | 0);
    this.#mixText(who);
    this.#mixText(what);
  }

  get hash(): string {
    return [this.#high, this.#low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #mixText(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.#mix(text.charCodeAt(at));
  }

  #mix(value: number): void {
    this.#low = Math.imul(this.#low ^ value, 0x01000193);
    this.#high = Math.imul((this.#high ^ (value + (this.#low >>> 15))) | 0, 0x5bd1e995);
  }
}
