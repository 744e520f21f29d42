/** What one run of the page found; milliseconds, but for the count. */
export interface MapRun {
  millisecondsToIdle: number;
  /** Mean time of a frame while the map pans. */
  panFrame: number;
  longestTask: number;
  /** Practices that the marks on the screen stand for. */
  drawn: number;
}
