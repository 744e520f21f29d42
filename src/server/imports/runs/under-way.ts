/** The runs that this process carries out. */
export const underWay = new Set<string>();
