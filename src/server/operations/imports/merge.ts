import type { Reject } from '#shared/operations.ts';

export interface MergeCounts {
  added: number;
  changed: number;
  unchanged: number;
  superseded: number;
}

export interface Merge {
  importId: string;
  now: Date;
  /** The business's calendar day. */
  today: string;
  /** Whether the file has a column; what it has not stays as it was. */
  has(column: string): boolean;
  headerOf(column: string): string;
  /** Rows that turn out unusable beside what is stored; one call for each bundle of them. */
  reject(rejects: Reject[]): Promise<void>;
}
