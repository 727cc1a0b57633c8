import type { Network } from './network.js';

const away = (): Error => new Error('the values are away');
const UNANSWERED = { unknown: away, refused: away };

export class ValuesServer {
  #values = new Map<string, string>();

  constructor(private readonly network: Network) {}

  load<Value>(key: string): Promise<Value | undefined> {
    return this.network.call('load', () => this.#at(key) as Value | undefined, UNANSWERED);
  }

  async save(key: string, value: unknown): Promise<void> {
    const text = JSON.stringify(value);
    await this.network.call('save', () => void this.#values.set(key, text), UNANSWERED, 'writes');
  }

  entries(prefix: string, except?: string): Promise<readonly (readonly [key: string, value: unknown])[]> {
    return this.network.call('entries', () => this.stored(prefix, except), UNANSWERED);
  }

  stored(prefix: string, except?: string): readonly (readonly [key: string, value: unknown])[] {
    return [...this.#values.keys()]
      .filter((key) => key.startsWith(prefix) && (except === undefined || !key.startsWith(except)))
      .map((key) => [key, this.#at(key)] as const);
  }

  async remove(key: string): Promise<void> {
    await this.network.call('remove', () => void this.#values.delete(key), UNANSWERED, 'writes');
  }

  copy(): () => void {
    const copied = [...this.#values];
    return () => void (this.#values = new Map(copied));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #at(key: string): unknown {
    const text = this.#values.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }
}
