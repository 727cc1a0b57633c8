import { randomInt } from 'node:crypto';

/** Up to nine numbers that the sandbox delivers to, and that other suites hardly use. */
export function ownPhones(count: number): string[] {
  // The random part avoids endings that trigger a behaviour of the sandbox, which begin with a zero.
  const prefix = `0803${String(randomInt(1_000)).padStart(3, '0')}${randomInt(1, 10)}12`;
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}
