/** What is used of sql.js 1.17, declared here because its published types pull in a browser's. */
declare module 'sql.js' {
  export type SqlValue = number | string | Uint8Array | null;

  export interface Statement {
    bind(values?: readonly SqlValue[]): boolean;
    step(): boolean;
    get(): SqlValue[];
    run(values?: readonly SqlValue[]): void;
    reset(): void;
    free(): boolean;
  }

  export interface SqlDatabase {
    run(sql: string, values?: readonly SqlValue[]): SqlDatabase;
    prepare(sql: string): Statement;
    export(): Uint8Array;
    close(): void;
  }

  export interface SqlJs {
    readonly Database: new (bytes?: Uint8Array) => SqlDatabase;
  }

  export default function initSqlJs(options: { readonly useOldExtensionFunctions: boolean }): Promise<SqlJs>;
}
