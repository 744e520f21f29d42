/** Returns the current time of this process. Tests set it. */
export type Clock = () => Date;
