import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';

/**
 * Value of a cell. Booleans are stored as 0n and 1n, because libsql aborts the process when it gets a
 * boolean.
 */
export type Cell = string | bigint | number | null;

/** SQL statement. Does not use libsql's `get`, because `get` leaves a read transaction open. */
export interface Statement {
  rows(...parameters: readonly Cell[]): Cell[][];
  run(...parameters: readonly Cell[]): number;
}

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

  /**
   * Empties the write-ahead log, because it still contains erased values. Returns false while a reader uses the
   * log.
   */
  emptyLog(): boolean {
    const [row] = this.#libsql.prepare('pragma wal_checkpoint(truncate)').raw().all() as Cell[][];
    return Number(row?.[0]) === 0;
  }

  /** Drops prepared statements. Call this after tables were dropped. */
  forgetStatements(): void {
    this.#statements.clear();
  }

  close(): void {
    this.#statements.clear();
    this.#libsql.close();
  }
}

export const databaseFile = (dir: string): string => join(dir, 'read-models.sqlite');

/**
 * File that marks the database as damaged. Its modification time is the time of the damage, and its content
 * is the inode of the damaged database.
 */
const damageFile = (dir: string): string => `${databaseFile(dir)}-damaged`;

/**
 * Damaged database that is kept until its replacement is complete. Readers refuse to answer while this file
 * exists.
 */
const asideFile = (dir: string): string => `${databaseFile(dir)}-aside`;

/** Deletes the database. The projector can fill it again from the log. */
export function removeDatabase(dir: string): void {
  const file = databaseFile(dir);
  for (const path of [file, `${file}-wal`, `${file}-shm`, damageFile(dir), asideFile(dir)])
    rmSync(path, { force: true });
}

/** Renames a damaged database. Until `dropAside` is called, readers refuse to answer, even after a crash. */
export function putAside(dir: string): void {
  const file = databaseFile(dir);
  if (!existsSync(file)) return;
  try {
    reportDamage(dir);
  } catch {
    // Rename the file even when the damage cannot be recorded, for example on a full disk.
  }
  renameSync(file, asideFile(dir));
  for (const path of [`${file}-wal`, `${file}-shm`]) rmSync(path, { force: true });
}

export const isBeingMade = (dir: string): boolean => existsSync(asideFile(dir));

/** SQLite would use an empty file as a new database. */
export const isEmptied = (dir: string): boolean =>
  statSync(databaseFile(dir), { throwIfNoEntry: false })?.size === 0;

export const dropAside = (dir: string): void => rmSync(asideFile(dir), { force: true });

/** Unix ms of the last damage. Undefined when there was no damage. */
export const damagedAt = (dir: string): number | undefined =>
  statSync(damageFile(dir), { throwIfNoEntry: false })?.mtimeMs;

const inodeOf = (dir: string): string => (databaseExists(dir) ? String(statSync(databaseFile(dir)).ino) : '');

export const reportDamage = (dir: string): void => writeFileSync(damageFile(dir), inodeOf(dir));

export const isReportedDamaged = (dir: string): boolean =>
  existsSync(damageFile(dir)) && readFileSync(damageFile(dir), 'utf8') === inodeOf(dir);

export const databaseExists = (dir: string): boolean => existsSync(databaseFile(dir));

/**
 * True when the error proves damage of the database. The message is checked too, because an error
 * from a reader thread has no code.
 */
export function isDamage(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  return /CORRUPT|NOTADB/.test(String(code)) || /malformed|not a database/.test(String(message));
}

/** Opens the database without an fsync per commit. A lost commit is applied again from the log. */
export function openForWriting(dir: string): Database {
  return configured(databaseFile(dir), [
    'journal_mode=wal',
    'synchronous=normal',
    'busy_timeout=5000',
    'cache_size=-32000',
    'wal_autocheckpoint=4000',
    // Overwrites deleted values, so that free pages contain no copy of them.
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
