export interface RiskMenuProperties {
  /** One institution, or all that are selected; at most 500. */
  institutionIds: readonly number[];
  /** Says nothing when it is done: what it stands on shows it, and undoes it by itself. */
  isQuiet?: boolean;
  /** Gets the institutions that were changed, and the id that undoes it. */
  onDone?: (changed: readonly number[], workId: string) => void;
}
