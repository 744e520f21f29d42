/**
 * Opacity in percent of the lowest and highest value of a heat map. `theme.test.ts` checks that
 * text stays readable on the highest one.
 */
export const heatOpacity = { lowest: 4, highest: 45 } as const;

/**
 * Returns a function from a value to the background color of its cell. The color's opacity grows
 * evenly from the lowest to the highest of `values`, so that similar values stay distinguishable.
 * When all values are equal, they have the highest opacity, except zeros.
 */
export function createHeatScale(
  values: readonly number[],
  color: string,
): (value: number) => string {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const { lowest, highest } = heatOpacity;
  return (value) => {
    const part = most > least ? (value - least) / (most - least) : Number(most > 0);
    const percent = Math.round(lowest + part * (highest - lowest));
    return `color-mix(in srgb, ${color} ${percent}%, transparent)`;
  };
}
