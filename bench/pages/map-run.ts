/** Result of one run of the page; times in milliseconds. */
export interface MapRun {
  millisecondsToIdle: number;
  /** Mean time of a frame while the map pans. */
  panFrame: number;
  longestTask: number;
  /** Number of practices represented by the markers on the screen. */
  drawn: number;
}
