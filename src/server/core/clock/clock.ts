/** Returns the current time of this process. Tests replace the clock. */
export type Clock = () => Date;
