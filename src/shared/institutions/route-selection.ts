/** Maximum number of customers, and of prospects, that a user selects for one route. */
export const maxRouteSelection = 500;
