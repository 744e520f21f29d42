/** Result of one run of the page. */
export interface TypingRun {
  /** Milliseconds between two frames, from the first letter to a second after the last letter. */
  frames: number[];
  /** Number of rows in the search results after each text. */
  results: number[];
}
