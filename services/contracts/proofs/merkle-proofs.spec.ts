import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { bytesOfHex, hexOf, type Sha256, verifyConsistency, verifyInclusion } from './merkle-proofs.js';

/** Eight leaves of the test tree that Certificate Transparency implementations use. */
const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')));
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const INCLUSIONS: readonly (readonly [leaf: number, size: number, path: readonly string[]])[] = [
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [3, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    2,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];
const CONSISTENCIES: readonly (readonly [first: number, second: number, path: readonly string[]])[] = [
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    2,
    5,
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest();
const webSha256: Sha256 = async (data) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(data)));
const bytes = (hex: string): Uint8Array => bytesOfHex(hex)!;
const inclusion = ([leaf, size, path]: (typeof INCLUSIONS)[number]) => ({
  entry: ENTRIES[leaf - 1]!,
  index: leaf - 1,
  treeSize: size,
  path: path.map(bytes),
  root: bytes(ROOTS[size - 1]!),
});
const consistency = ([first, second, path]: (typeof CONSISTENCIES)[number]) => ({
  firstSize: first,
  firstRoot: bytes(ROOTS[first - 1]!),
  secondSize: second,
  secondRoot: bytes(ROOTS[second - 1]!),
  path: path.map(bytes),
});
const flipped = (data: Uint8Array): Uint8Array => data.map((byte, at) => (at === 0 ? byte ^ 1 : byte));
/** Copies of a path with a wrong, missing or extra hash. */
const spoilt = (path: readonly Uint8Array[]): Uint8Array[][] => [
  ...path.map((_, wrong) => path.map((hash, at) => (at === wrong ? flipped(hash) : hash))),
  ...path.map((_, missing) => path.filter((__, at) => at !== missing)),
  [...path, new Uint8Array(32)],
  [new Uint8Array(32), ...path],
];

describe('the test vectors of Certificate Transparency', () => {
  it.each(INCLUSIONS)('leaf %i of %i is included, and forged proofs fail', async (...vector) => {
    const proof = inclusion(vector);
    for (const hash of [sha256, webSha256]) expect(await verifyInclusion(proof, hash)).toBe(true);
    const forged = [
      { ...proof, entry: Uint8Array.of(...proof.entry, 1) },
      { ...proof, root: flipped(proof.root) },
      ...[-1, proof.index + 1, proof.treeSize, 0.5].map((index) => ({ ...proof, index })),
      ...[0, -1, Number.NaN, 2 ** 60].map((treeSize) => ({ ...proof, treeSize })),
      ...spoilt(proof.path).map((path) => ({ ...proof, path })),
    ];
    for (const one of forged) expect(await verifyInclusion(one, sha256)).toBe(false);
  });

  it.each(CONSISTENCIES)('%i leaves are a prefix of %i, and forged proofs fail', async (...vector) => {
    const proof = consistency(vector);
    for (const hash of [sha256, webSha256]) expect(await verifyConsistency(proof, hash)).toBe(true);
    const forged = [
      { ...proof, firstRoot: flipped(proof.firstRoot) },
      { ...proof, secondRoot: flipped(proof.secondRoot) },
      { ...proof, firstSize: 0 },
      { ...proof, firstSize: proof.secondSize + 1 },
      { ...proof, secondSize: Number.NaN },
      ...spoilt(proof.path).map((path) => ({ ...proof, path })),
    ];
    for (const one of forged) expect(await verifyConsistency(one, sha256)).toBe(false);
  });
});

describe('hexadecimal digits', () => {
  it('convert both ways, and other texts are refused', () => {
    expect(hexOf(bytesOfHex('00ff10')!)).toBe('00ff10');
    for (const none of ['', '0', 'zz', '00FF', ' 00', '0'.repeat(9_000)])
      expect(bytesOfHex(none)).toBeUndefined();
  });
});
