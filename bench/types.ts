/** Line of the table printed by `npm run bench`. */
export interface BenchRow {
  bench: string;
  measure: string;
  ours: number;
  anchor: number;
  /** `ours / anchor`, median over interleaved rounds. */
  ratio: number;
  limit: { atMost?: number; atLeast?: number };
  unit: string;
  note?: string;
}

export interface Bench {
  name: string;
  run(): Promise<BenchRow[]>;
}
