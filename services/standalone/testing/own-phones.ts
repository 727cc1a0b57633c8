import { randomInt } from 'node:crypto';

/** Numbers that the sandbox delivers to, and that hardly any other suite buys for: nine at most. */
export function ownPhones(count: number): string[] {
  // Endings that mean something to the sandbox begin with a zero.
  const prefix = `0803${String(randomInt(1_000)).padStart(3, '0')}${randomInt(1, 10)}12`;
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}
