/** Line of the table that `npm run bench` prints. */
export interface BenchRow {
  bench: string;
  measure: string;
  ours: number;
  anchor: number;
  /** Median of `ours / anchor` over alternating rounds. */
  ratio: number;
  limit: { atMost?: number; atLeast?: number };
  unit: string;
  note?: string;
}

export interface Bench {
  name: string;
  run(): Promise<BenchRow[]>;
}
