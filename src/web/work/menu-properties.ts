export interface RiskMenuProperties {
  /** One institution, or all that are selected; at most 500. */
  institutionIds: readonly number[];
  /** Gets the institutions that were changed. */
  onDone?: (changed: readonly number[]) => void;
}
