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

/** Database with synchronous calls, which belongs in a thread of its own. */
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

  /** Truncates the write-ahead log, which holds old values. Returns false while a reader uses it. */
  emptyLog(): boolean {
    const [row] = this.#libsql.prepare('pragma wal_checkpoint(truncate)').raw().all() as Cell[][];
    return Number(row?.[0]) === 0;
  }

  /** Forgets prepared statements, which is necessary after tables are dropped. */
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

/** Damaged file, kept beside the new one until the new one is whole. Readers refuse to answer while it exists. */
const asideFile = (dir: string): string => `${databaseFile(dir)}-aside`;

/** Removes the file of the read models. Its content is filled again from the log. */
export function removeDatabase(dir: string): void {
  const file = databaseFile(dir);
  for (const path of [file, `${file}-wal`, `${file}-shm`, damageFile(dir), asideFile(dir)])
    rmSync(path, { force: true });
}

/** Puts a damaged file aside. Only `dropAside` lets readers answer again, so a crash in between hides no damage. */
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

/** Removes the damaged file: the new one is whole. */
export const dropAside = (dir: string): void => rmSync(asideFile(dir), { force: true });

/** Time at which damage was last found, in Unix ms; undefined without any. */
export const damagedAt = (dir: string): number | undefined =>
  statSync(damageFile(dir), { throwIfNoEntry: false })?.mtimeMs;

const inodeOf = (dir: string): string => (databaseExists(dir) ? String(statSync(databaseFile(dir)).ino) : '');

/** Tells the writer, in any thread or process, to make the file again. */
export const reportDamage = (dir: string): void => writeFileSync(damageFile(dir), inodeOf(dir));

/** False for a report about a file that was replaced since. */
export const isReportedDamaged = (dir: string): boolean =>
  existsSync(damageFile(dir)) && readFileSync(damageFile(dir), 'utf8') === inodeOf(dir);

export const databaseExists = (dir: string): boolean => existsSync(databaseFile(dir));

/** Reads the message, because a code does not survive the way from a reader thread. */
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
