import type { ImportKind, ImportReport, Reject } from '#shared/operations.ts';

/** So many rejects, and as many warnings, are listed in a report. */
const listed = 100;

/** What has been found out about the rows of a file so far. */
export class Tally {
  rowsRead = 0;
  readonly #kind: ImportKind;
  #rejected = 0;
  #warned = 0;
  readonly #rejects: Reject[] = [];
  readonly #warnings: Reject[] = [];

  constructor(kind: ImportKind) {
    this.#kind = kind;
  }

  warn(warnings: readonly Reject[]): void {
    this.#warned += warnings.length;
    keepFirst(this.#warnings, warnings);
  }

  reject(rejects: readonly Reject[]): void {
    this.#rejected += 1;
    keepFirst(this.#rejects, rejects);
  }

  report(): Omit<ImportReport, 'columns'> {
    return {
      kind: this.#kind,
      rowsRead: this.rowsRead,
      added: 0,
      changed: 0,
      unchanged: 0,
      superseded: 0,
      rejected: this.#rejected,
      rejects: this.#rejects,
      warned: this.#warned,
      warnings: this.#warnings,
    };
  }
}

function keepFirst(kept: Reject[], more: readonly Reject[]): void {
  if (kept.length < listed) kept.push(...more.slice(0, listed - kept.length));
}
