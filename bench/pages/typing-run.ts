/** Result of one run of the page. */
export interface TypingRun {
  /** Milliseconds between the frames from the first letter to a second after the last. */
  frames: number[];
  /** Number of rows in the box after each text. */
  results: number[];
}
