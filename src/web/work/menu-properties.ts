export interface RiskMenuProperties {
  /** One institution, or all that are selected; at most 500. */
  institutionIds: readonly number[];
  /** Gets the institutions that were changed, and the id that undoes it. */
  onDone?: (changed: readonly number[], workId: string) => void;
}
