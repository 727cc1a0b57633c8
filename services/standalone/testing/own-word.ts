import { randomInt } from 'node:crypto';

/**
 * Eight random letters, for texts that only one suite writes. Without digits, because a broadcast whose digits
 * look like an account number needs a second administrator.
 */
export const ownWord = (): string =>
  String.fromCharCode(
    ...Array.from({ length: 8 }, () => randomInt('a'.charCodeAt(0), 'z'.charCodeAt(0) + 1)),
  );
