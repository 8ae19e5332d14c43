/**
 * The one door to SQLite: a database in memory, made new or opened from bytes.
 * Invariants: no other file imports sql.js; the bytes handed in are copied, so nothing here changes a caller's buffer;
 * an opened image is read-only.
 */
import initSqlJs, { type SqlDatabase, type SqlJs, type SqlValue, type Statement } from 'sql.js';

export type Cell = SqlValue;
export type Row = readonly Cell[];

let loading: Promise<SqlJs> | undefined;

function load(): Promise<SqlJs> {
  loading ??= initSqlJs({ useOldExtensionFunctions: false });
  return loading;
}

/** An open database. Rows come as arrays in the order of the selected columns. */
export class Database {
  readonly #database: SqlDatabase;
  readonly #statements = new Map<string, Statement>();

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Runs statements that give no rows. */
  run(sql: string): void {
    this.#database.run(sql);
  }

  /** Runs one prepared statement with values; the statement is kept for the next call. */
  write(sql: string, values: Row): void {
    this.#statement(sql).run(values);
  }

  /** All rows of a query, in its order. */
  rows(sql: string, values: Row = []): Row[] {
    const statement = this.#statement(sql);
    const found: Row[] = [];
    try {
      statement.bind(values);
      while (statement.step()) found.push(statement.get());
    } finally {
      statement.reset();
    }
    return found;
  }

  /** The first row of a query, or `undefined`. */
  row(sql: string, values: Row = []): Row | undefined {
    const statement = this.#statement(sql);
    try {
      statement.bind(values);
      return statement.step() ? statement.get() : undefined;
    } finally {
      statement.reset();
    }
  }

  /** Lets go of all kept statements and gives the bytes of the database. */
  export(): Uint8Array {
    this.#free();
    return this.#database.export();
  }

  #free(): void {
    for (const statement of this.#statements.values()) statement.free();
    this.#statements.clear();
  }

  close(): void {
    this.#free();
    this.#database.close();
  }
}

/** A new, empty database. */
export async function createDatabase(): Promise<Database> {
  const sql = await load();
  return new Database(new sql.Database());
}

/** A database opened read-only from a copy of bytes. Damage shows as an error of the first query that meets it. */
export async function openDatabase(bytes: Uint8Array): Promise<Database> {
  const sql = await load();
  const database = new Database(new sql.Database(Uint8Array.from(bytes)));
  database.run('pragma query_only = on');
  return database;
}
