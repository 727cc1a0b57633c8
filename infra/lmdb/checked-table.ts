import { crc32 } from 'node:zlib';
import type { Database } from 'lmdb';
import type { OnDamage } from './damaged-file.js';
import type { DiskSpace } from './disk-space.js';

/** Returns a value as JSON text, followed by a second line with the CRC-32 of this text. */
export function toCheckedJson(value: unknown): string {
  const json = JSON.stringify(value);
  return `${json}\n${crc32(json)}`;
}

/** Text that an older version stored has no CRC-32. */
export function fromCheckedJson(text: string): unknown {
  const end = text.lastIndexOf('\n');
  const json = end < 0 ? text : text.slice(0, end);
  if (end >= 0 && text.slice(end + 1) !== String(crc32(json))) return undefined;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

export interface CheckedTable<Value> {
  get(key: string): Value | undefined;
  entries(keys?: { readonly start: string; readonly end: string }): [key: string, value: Value][];
  put(key: string, value: Value): Promise<void>;
  remove(key: string): Promise<void>;
  /** Call inside `batch`. */
  putInBatch(key: string, value: Value): void;
  removeInBatch(key: string): void;
}

/**
 * Opens a table that treats a damaged value as missing. An exception would make every later request for this
 * value fail.
 */
export function checkedTable<Value>(
  table: Database<string, string>,
  {
    name,
    space,
    onDamage,
  }: { readonly name: string; readonly space: DiskSpace; readonly onDamage: OnDamage },
): CheckedTable<Value> {
  const reported = new Set<string>();
  const read = (key: string, text: string): Value | undefined => {
    const value = fromCheckedJson(text);
    if (value === undefined && !reported.has(key)) {
      reported.add(key);
      onDamage(`a value in ${name} was damaged and is not used any more`);
    }
    return value as Value | undefined;
  };
  return {
    get(key) {
      const text = space.read(() => table.get(key));
      return text === undefined ? undefined : read(key, text);
    },
    entries(keys) {
      const entries: [string, Value][] = [];
      for (const { key, value: text } of space.read(() => [...table.getRange(keys)])) {
        const value = read(key, text);
        if (value !== undefined) entries.push([key, value]);
      }
      return entries;
    },
    async put(key, value) {
      await space.write(() => table.put(key, toCheckedJson(value)));
    },
    async remove(key) {
      await space.write(() => table.remove(key));
    },
    putInBatch: (key, value) => void table.put(key, toCheckedJson(value)),
    removeInBatch: (key) => void table.remove(key),
  };
}
