/** Result of one run of the page, in milliseconds. */
export interface ListRun {
  /**
   * Time from a change of filter, search or order to the frame that shows it. The first change of
   * each kind counts, from a second after the list is there.
   */
  changes: { change: string; milliseconds: number; rows: number }[];
  /** Time between the frames while the list scrolls. */
  frames: number[];
}
