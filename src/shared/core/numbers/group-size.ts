/** Minimum number of institutions for a median or a percentage. */
export const minimumGroupSize = 5;
