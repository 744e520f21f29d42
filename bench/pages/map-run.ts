/** Result of one run of the page. All times are in milliseconds. */
export interface MapRun {
  millisecondsToIdle: number;
  /** Mean time of a frame while the map is panned. */
  panFrame: number;
  longestTask: number;
  /** Number of practices that the markers on the screen represent. */
  drawn: number;
}
