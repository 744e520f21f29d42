import type { SeededRandom } from '#server/core/seeded-random.ts';

export type CustomerSizeModel = {
  locations: (random: SeededRandom) => number;
  larger: boolean;
  spread: number;
};

const mediumSizes = [
  { locations: 2, weight: 52 },
  { locations: 3, weight: 27 },
  { locations: 4, weight: 13 },
  { locations: 5, weight: 8 },
];

export const singleLocationSize: CustomerSizeModel = {
  locations: () => 1,
  larger: false,
  spread: 40,
};

const medium: CustomerSizeModel = {
  locations: (random) => random.weighted(mediumSizes).locations,
  larger: true,
  spread: 35,
};

const large: CustomerSizeModel = {
  locations: (random) => Math.min(20, 6 + Math.floor(3.2 * random.gamma(1))),
  larger: true,
  spread: 70,
};

const enterprise: CustomerSizeModel = {
  locations: (random) => 21 + Math.floor(6 * random.gamma(1)),
  larger: true,
  spread: 90,
};

/** Number of active customers of each size. All other customers are small. */
export const demoSizeMix: readonly { size: CustomerSizeModel; active: number }[] = [
  { size: enterprise, active: 26 },
  { size: large, active: 85 },
  { size: medium, active: 440 },
];

/** Returns the size of a customer with this number of locations. */
export const selectCustomerSizeModel = (locations: number): CustomerSizeModel =>
  locations > 20 ? enterprise : locations > 5 ? large : locations > 1 ? medium : singleLocationSize;
