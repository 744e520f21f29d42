/** What one run of the page found, in milliseconds. */
export interface ListRun {
  /** From a change of filter, search or order to the frame that shows it, the first time each, from a second after the list is there. */
  changes: { change: string; milliseconds: number; rows: number }[];
  /** Time between the frames while the list scrolls. */
  frames: number[];
}
