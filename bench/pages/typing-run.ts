/** What one run of the page found. */
export interface TypingRun {
  /** Milliseconds between the frames from the first letter to a second after the last. */
  frames: number[];
  /** Rows that the box showed after each text. */
  results: number[];
}
