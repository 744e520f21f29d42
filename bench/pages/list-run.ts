/** Result of one run of the page. All times are in milliseconds. */
export interface ListRun {
  /**
   * Time from a change of filter, search or order to the frame that shows the change. Each kind of
   * change is made once, starting a second after the list appears.
   */
  changes: { change: string; milliseconds: number; rows: number }[];
  /** Times between two frames while the list scrolls. */
  frames: number[];
}
