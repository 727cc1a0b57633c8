import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';

/** libsql aborts the process on a boolean, so flags travel as 0n and 1n. */
export type Cell = string | bigint | number | null;

/** `rows` avoids `get` of libsql, which leaves its read transaction open. */
export interface Statement {
  rows(...parameters: readonly Cell[]): Cell[][];
  /** Returns the number of changed rows. */
  run(...parameters: readonly Cell[]): number;
}

/** Calls are synchronous, so it belongs in a thread of its own. */
export class Database {
  readonly #libsql: Libsql.Database;
  readonly #statements = new Map<string, Statement>();

  constructor(path: string) {
    this.#libsql = new Libsql(path);
    this.#libsql.defaultSafeIntegers(true);
  }

  pragma(setting: string): void {
    this.#libsql.pragma(setting);
  }

  exec(sql: string): void {
    this.#libsql.exec(sql);
  }

  prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#libsql.prepare(sql);
    let raw: Libsql.Statement | undefined;
    const prepared: Statement = {
      rows: (...parameters) => (raw ??= statement.raw()).all(...parameters) as Cell[][],
      run: (...parameters) => Number(statement.run(...parameters).changes),
    };
    this.#statements.set(sql, prepared);
    return prepared;
  }

  /** Rolls back when `work` throws. */
  transaction<T>(mode: 'deferred' | 'immediate', work: () => T): T {
    this.exec(`begin ${mode}`);
    try {
      const result = work();
      this.exec('commit');
      return result;
    } catch (error) {
      if (this.#libsql.inTransaction) this.exec('rollback');
      throw error;
    }
  }

  /** The write-ahead log holds old values. False while a reader uses it. */
  emptyLog(): boolean {
    const [row] = this.#libsql.prepare('pragma wal_checkpoint(truncate)').raw().all() as Cell[][];
    return Number(row?.[0]) === 0;
  }

  /** Necessary after tables are dropped. */
  forgetStatements(): void {
    this.#statements.clear();
  }

  close(): void {
    this.#statements.clear();
    this.#libsql.close();
  }
}

export const databaseFile = (dir: string): string => join(dir, 'read-models.sqlite');

/** Says when damage was last found, and holds the inode of the damaged file. */
const damageFile = (dir: string): string => `${databaseFile(dir)}-damaged`;

/** Kept until the new file is whole. Readers refuse to answer meanwhile. */
const asideFile = (dir: string): string => `${databaseFile(dir)}-aside`;

/** The content is filled again from the log. */
export function removeDatabase(dir: string): void {
  const file = databaseFile(dir);
  for (const path of [file, `${file}-wal`, `${file}-shm`, damageFile(dir), asideFile(dir)])
    rmSync(path, { force: true });
}

/** Only `dropAside` lets readers answer again, so a crash in between hides no damage. */
export function putAside(dir: string): void {
  const file = databaseFile(dir);
  if (!existsSync(file)) return;
  try {
    reportDamage(dir);
  } catch {
    // On a full disk the mark is missing, and the file is put aside all the same.
  }
  renameSync(file, asideFile(dir));
  for (const path of [`${file}-wal`, `${file}-shm`]) rmSync(path, { force: true });
}

export const isBeingMade = (dir: string): boolean => existsSync(asideFile(dir));

/** True for a file that lost all its bytes. SQLite takes such a file as a new database. */
export const isEmptied = (dir: string): boolean =>
  statSync(databaseFile(dir), { throwIfNoEntry: false })?.size === 0;

/** The new file is whole. */
export const dropAside = (dir: string): void => rmSync(asideFile(dir), { force: true });

/** Unix ms of the last damage; undefined without any. */
export const damagedAt = (dir: string): number | undefined =>
  statSync(damageFile(dir), { throwIfNoEntry: false })?.mtimeMs;

const inodeOf = (dir: string): string => (databaseExists(dir) ? String(statSync(databaseFile(dir)).ino) : '');

/** Tells the writer, in any process, to make the file again. */
export const reportDamage = (dir: string): void => writeFileSync(damageFile(dir), inodeOf(dir));

/** False when the reported file was replaced since. */
export const isReportedDamaged = (dir: string): boolean =>
  existsSync(damageFile(dir)) && readFileSync(damageFile(dir), 'utf8') === inodeOf(dir);

export const databaseExists = (dir: string): boolean => existsSync(databaseFile(dir));

/** A code does not survive the way from a reader thread. */
export function isDamage(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  return /CORRUPT|NOTADB/.test(String(code)) || /malformed|not a database/.test(String(message));
}

/** Opens without an fsync per commit: lost commits are read from the log again. */
export function openForWriting(dir: string): Database {
  return configured(databaseFile(dir), [
    'journal_mode=wal',
    'synchronous=normal',
    'busy_timeout=5000',
    'cache_size=-32000',
    'wal_autocheckpoint=4000',
    // Leaves no copy of cleared rows in free pages.
    'secure_delete=on',
  ]);
}

export function openForReading(dir: string): Database {
  return configured(databaseFile(dir), ['query_only=1', 'busy_timeout=2000', 'cache_size=-16000']);
}

function configured(file: string, settings: readonly string[]): Database {
  const database = new Database(file);
  try {
    for (const setting of settings) database.pragma(setting);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
