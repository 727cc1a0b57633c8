import { KeysUnavailable, type KeyVault } from '../../../infra/crypto/key-vault.js';
import { noKey } from '../../../infra/crypto/person-keys.js';

/** Key vault that saves time by not encrypting. */
export function simulatedVault(
  isFull: () => boolean = () => false,
): KeyVault & { readonly forgotten: ReadonlySet<string> } {
  const forgotten = new Set<string>();
  const known = (person: string): void => {
    if (forgotten.has(person)) throw noKey();
  };
  return {
    forgotten,
    loadKeys: () => undefined,
    createKey: () => Promise.resolve(),
    createKeys: () => Promise.resolve(),
    seal(person, value) {
      known(person);
      return JSON.stringify(value);
    },
    has: (person) => !forgotten.has(person),
    open: (person, sealed) =>
      forgotten.has(person) ? undefined : (JSON.parse(sealed) as Record<string, unknown>),
    personMac(person, text) {
      known(person);
      return `${person}/${text}`;
    },
    async forget(person) {
      if (isFull()) throw new KeysUnavailable('the disk is full');
      forgotten.add(person);
    },
    drop: () => undefined,
    close: () => Promise.resolve(),
  };
}
