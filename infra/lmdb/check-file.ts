import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Depth of a check. `ends` checks the meta pages and the file length. Only `ends` may run while another
 * process writes.
 */
export type CheckDepth = 'ends' | 'branches' | 'all';

/**
 * Returns a description of the damage, or undefined when LMDB can use the file. Reads the file without LMDB,
 * because a damaged page would make LMDB end the process with SIGSEGV or SIGBUS. Does not check the bytes
 * inside values.
 */
export function damageOf(path: string, depth: CheckDepth): string | undefined {
  if (!existsSync(path)) return undefined;
  const file = openSync(path, 'r');
  try {
    // LMDB would use an empty file, which a crash during the first start can leave, as a new database.
    if (fstatSync(file).size === 0) return 'it is empty; delete it if nothing was ever stored here';
    if (depth !== 'all') checkEnds(file);
    if (depth !== 'ends') new PageCheck(file, latestMeta(file), depth === 'all').run();
    return undefined;
  } catch (error) {
    if (error instanceof Damage) return error.message;
    throw error;
  } finally {
    closeSync(file);
  }
}

class Damage extends Error {}

/** Byte offsets in `MDB_page`, `MDB_meta`, `MDB_db`, `MDB_node` and `MDB_ovpage` of lmdb's `mdb.c`. */
const PAGE = { number: 0, transaction: 8, flags: 18, lower: 20, upper: 22, header: 24 } as const;
const META = {
  magic: 24,
  version: 28,
  pageSize: 48,
  free: 48,
  main: 96,
  lastPage: 144,
  transaction: 152,
} as const;
const META_BYTES = 160;
const TREE = { flags: 4, depth: 6, root: 40, bytes: 48 } as const;
const NODE = { low: 0, high: 2, flags: 4, keySize: 6, header: 8 } as const;
const OVERFLOW = { page: 0, pages: 16, bytes: 24 } as const;
const BRANCH_PAGE = 1;
const LEAF_PAGE = 2;
const OVERFLOW_PAGE = 4;
const META_PAGE = 8;
const NODE_OVERFLOWS = 1;
const NODE_IS_TREE = 2;
const TREE_HAS_NUMBERS = 8;
const MAGIC = 0xbeef_c0de;
const VERSION = 2;
const FIRST_PAGE = 2;
const NO_PAGE = 2 ** 64;
const DEPTH_MAX = 32;

interface Meta {
  readonly bytes: Buffer;
  readonly pageBytes: number;
  readonly lastPage: number;
  readonly transaction: number;
}

/** Reads a 64-bit number. A number above 2^53 is inexact, but no file has such an offset. */
const longAt = (bytes: Buffer, at: number): number =>
  bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;

function compareNumbers(one: Buffer, two: Buffer): number {
  if (one.length !== two.length || (one.length !== 4 && one.length !== 8))
    throw new Damage('a key is no number');
  const read = (key: Buffer): number => (key.length === 4 ? key.readUInt32LE(0) : longAt(key, 0));
  return read(one) - read(two);
}

function latestMeta(file: number): Meta {
  const first = metaAt(file, 0);
  const pageBytes = first.readUInt32LE(META.pageSize);
  if (![4_096, 8_192, 16_384, 32_768, 65_536].includes(pageBytes))
    throw new Damage(`its pages have ${pageBytes} bytes`);
  const second = metaAt(file, pageBytes);
  if (second.readUInt32LE(META.pageSize) !== pageBytes) throw new Damage('its meta pages disagree');
  const [one, two] = [first.readBigUInt64LE(META.transaction), second.readBigUInt64LE(META.transaction)];
  const bytes = one >= two ? first : second;
  return {
    bytes,
    pageBytes,
    lastPage: longAt(bytes, META.lastPage),
    transaction: longAt(bytes, META.transaction),
  };
}

function metaAt(file: number, at: number): Buffer {
  const bytes = Buffer.alloc(META_BYTES);
  if (readSync(file, bytes, 0, META_BYTES, at) < META_BYTES) throw new Damage('its meta pages are cut');
  const isMeta =
    bytes.readUInt16LE(PAGE.flags) === META_PAGE &&
    bytes.readUInt32LE(META.magic) === MAGIC &&
    (bytes.readUInt32LE(META.version) & 0xffff) === VERSION;
  if (!isMeta) throw new Damage(`it has no meta page at byte ${at}`);
  return bytes;
}

const COMMITS_MAX = 100;

function checkEnds(file: number): void {
  for (let commits = 0; commits < COMMITS_MAX; commits += 1) {
    const meta = latestMeta(file);
    try {
      checkLength(file, meta);
      return;
    } catch (error) {
      if (latestMeta(file).bytes.equals(meta.bytes)) throw error;
    }
  }
}

function checkLength(file: number, meta: Meta): void {
  const { bytes, pageBytes, lastPage } = meta;
  for (const tree of [META.free, META.main]) {
    const root = longAt(bytes, tree + TREE.root);
    if (root !== NO_PAGE && (root < FIRST_PAGE || root > lastPage))
      throw new Damage(`its root page ${root} does not exist`);
  }
  const missing = lastPage + 1 - Math.floor(fstatSync(file).size / pageBytes);
  if (missing > 0 && new PageCheck(file, meta, false).freeAfterEnd() < missing)
    throw new Damage(`${missing * pageBytes} bytes are missing at its end`);
}

interface Tree {
  readonly depth: number;
  readonly readsLeaves: boolean;
  readonly compare: (one: Buffer, two: Buffer) => number;
  readonly onValue: ((flags: number, value: Buffer) => void) | undefined;
  last: Buffer | undefined;
}

interface Node {
  readonly at: number;
  readonly key: Buffer;
  readonly flags: number;
  readonly number: number;
}

class PageCheck {
  private readonly pages: number;
  private readonly taken: Uint8Array;
  private readonly after = new Set<number>();

  constructor(
    private readonly file: number,
    private readonly meta: Meta,
    private readonly all: boolean,
  ) {
    const { size } = fstatSync(file);
    this.pages = Math.min(meta.lastPage + 1, Math.floor(size / meta.pageBytes));
    this.taken = new Uint8Array((this.pages >> 3) + 1);
  }

  run(): void {
    const { bytes } = this.meta;
    this.checkTree(bytes, META.main, {
      readsLeaves: true,
      onValue: (flags, value) => {
        if (flags !== NODE_IS_TREE) return;
        if (value.length !== TREE.bytes) throw new Damage('a table has no root');
        this.checkTree(value, 0, { readsLeaves: this.all, onValue: undefined });
      },
    });
    this.checkFreePages();
  }

  freeAfterEnd(): number {
    this.checkFreePages();
    return this.after.size;
  }

  private checkFreePages(): void {
    this.checkTree(this.meta.bytes, META.free, {
      readsLeaves: true,
      onValue: (_flags, value) => this.checkFree(value),
    });
  }

  private checkTree(record: Buffer, at: number, how: Pick<Tree, 'readsLeaves' | 'onValue'>): void {
    const depth = record.readUInt16LE(at + TREE.depth);
    const root = longAt(record, at + TREE.root);
    if (root === NO_PAGE && depth === 0) return;
    if (depth === 0 || depth > DEPTH_MAX) throw new Damage(`a tree has a depth of ${depth}`);
    const hasNumbers = (record.readUInt16LE(at + TREE.flags) & TREE_HAS_NUMBERS) !== 0;
    this.checkPage(
      { ...how, depth, compare: hasNumbers ? compareNumbers : Buffer.compare, last: undefined },
      root,
      1,
    );
  }

  private checkPage(tree: Tree, page: number, level: number): void {
    this.take(page, 1);
    const isLeaf = level === tree.depth;
    if (isLeaf && !tree.readsLeaves) return;
    const bytes = this.read(page, this.meta.pageBytes);
    this.checkHead(bytes, page, isLeaf ? LEAF_PAGE : BRANCH_PAGE);
    const nodes = nodesOf(page, bytes, isLeaf);
    for (const [index, node] of nodes.entries()) {
      // Do not check the order of the first key of a branch page, because LMDB ignores this key.
      if (isLeaf || index > 0) {
        if (tree.last && tree.compare(tree.last, node.key) > 0)
          throw new Damage(`the keys of page ${page} are not in order`);
        tree.last = node.key;
      }
      if (!isLeaf) this.checkPage(tree, node.number, level + 1);
      else if (node.flags === NODE_OVERFLOWS) this.checkOverflow(tree, page, bytes, node);
      else tree.onValue?.(node.flags, valueIn(page, bytes, node, node.number));
    }
  }

  private checkOverflow({ onValue }: Tree, page: number, bytes: Buffer, node: Node): void {
    const { pageBytes } = this.meta;
    const value = valueIn(page, bytes, node, OVERFLOW.bytes);
    const first = longAt(value, OVERFLOW.page);
    const count = longAt(value, OVERFLOW.pages);
    if (PAGE.header + node.number > count * pageBytes) throw new Damage(`a value of page ${page} is cut`);
    this.take(first, count);
    this.checkHead(this.read(first, PAGE.header), first, OVERFLOW_PAGE);
    onValue?.(node.flags, this.read(first, PAGE.header + node.number).subarray(PAGE.header));
  }

  private checkHead(bytes: Buffer, page: number, kind: number): void {
    // Refuse a page that is newer than the last commit. LMDB would change such a page in place and crash,
    // because the memory is read-only.
    const isNewer = longAt(bytes, PAGE.transaction) > this.meta.transaction;
    if (longAt(bytes, PAGE.number) !== page || bytes.readUInt16LE(PAGE.flags) !== kind || isNewer)
      throw new Damage(`page ${page} holds something else`);
  }

  /** A negative entry is the length of a block, and the next entry is its first page. */
  private checkFree(list: Buffer): void {
    const count = list.length < 8 ? Infinity : longAt(list, 0);
    if ((count + 1) * 8 > list.length) throw new Damage('its list of free pages is cut');
    for (let at = 8; at <= count * 8; at += 8) {
      const entry = Number(list.readBigInt64LE(at));
      if (entry === 0) continue;
      if (entry > 0) this.free(entry, 1);
      else if (at < count * 8) this.free(longAt(list, (at += 8)), -entry);
    }
  }

  /** Marks pages as used. A page that is used in two places is damage. */
  private take(first: number, count: number): void {
    if (first < FIRST_PAGE || count < 1 || first + count > this.pages)
      throw new Damage(`page ${first} does not exist`);
    for (let page = first; page < first + count; page += 1) {
      if (this.isTaken(page)) throw new Damage(`page ${page} is used twice`);
      this.taken[page >> 3]! |= 1 << (page & 7);
    }
  }

  /** Checks that no page is both in use and free, because LMDB would overwrite this page. */
  private free(first: number, count: number): void {
    if (first < FIRST_PAGE || first + count > this.meta.lastPage + 1)
      throw new Damage(`its free page ${first} does not exist`);
    for (let page = first; page < first + count; page += 1) {
      if (this.isTaken(page)) throw new Damage(`page ${page} is used and free`);
      if (page >= this.pages) this.after.add(page);
    }
  }

  private isTaken(page: number): boolean {
    return ((this.taken[page >> 3] ?? 0) & (1 << (page & 7))) !== 0;
  }

  private read(page: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    if (readSync(this.file, bytes, 0, length, page * this.meta.pageBytes) < length)
      throw new Damage(`page ${page} is cut`);
    return bytes;
  }
}

function nodesOf(page: number, bytes: Buffer, isLeaf: boolean): Node[] {
  const lower = PAGE.header + bytes.readUInt16LE(PAGE.lower);
  const upper = PAGE.header + bytes.readUInt16LE(PAGE.upper);
  const count = (lower - PAGE.header) >> 1;
  if (lower % 2 !== 0 || lower > upper || upper > bytes.length || count < (isLeaf ? 1 : 2))
    throw new Damage(`page ${page} has no order`);
  return Array.from({ length: count }, (_, index) => {
    const at = PAGE.header + bytes.readUInt16LE(PAGE.header + 2 * index);
    const keyEnd =
      at + NODE.header + (at + NODE.header <= bytes.length ? bytes.readUInt16LE(at + NODE.keySize) : 0);
    if (at < upper || keyEnd > bytes.length) throw new Damage(`an entry of page ${page} is not in it`);
    const flags = bytes.readUInt16LE(at + NODE.flags);
    const low = bytes.readUInt16LE(at + NODE.low) + bytes.readUInt16LE(at + NODE.high) * 2 ** 16;
    if (isLeaf && flags > NODE_IS_TREE) throw new Damage(`an entry of page ${page} is of no kind`);
    const key = bytes.subarray(at + NODE.header, keyEnd);
    return { at, key, flags, number: isLeaf ? low : low + flags * 2 ** 32 };
  });
}

function valueIn(page: number, bytes: Buffer, { at, key }: Node, length: number): Buffer {
  const start = at + NODE.header + key.length;
  if (start + length > bytes.length) throw new Damage(`a value of page ${page} is cut`);
  return bytes.subarray(start, start + length);
}
