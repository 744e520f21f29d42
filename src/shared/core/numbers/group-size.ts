/** Fewer institutions say nothing: no median and no percentage is made of them. */
export const smallestGroup = 5;
