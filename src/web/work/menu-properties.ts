export interface RiskMenuProperties {
  /** Institutions to change; at most 500. */
  institutionIds: readonly number[];
  /** Shows no notification; the surrounding page shows the change and offers undo. */
  isQuiet?: boolean;
  /** Called with the changed institutions and the id for undo. */
  onDone?: (changed: readonly number[], workId: string) => void;
}
