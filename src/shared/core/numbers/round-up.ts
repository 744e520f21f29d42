const readableSteps = [1, 2, 2.5, 5];

/**
 * Rounds a positive value up to one of `steps` (from 1 to 10) times a power of ten. A value that
 * exceeds a step only by a floating-point error becomes that step.
 */
export function roundUp(value: number, steps: readonly number[] = readableSteps): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (steps.find((step) => step * power >= value * (1 - 1e-9)) ?? 10);
}
