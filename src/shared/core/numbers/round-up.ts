const readableSteps = [1, 2, 2.5, 5];

/**
 * Rounds a positive value up to one of `steps` times a power of ten. Steps are from 1 to 10. A
 * value that exceeds a step only by a floating-point error is rounded to that step.
 */
export function roundUp(value: number, steps: readonly number[] = readableSteps): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (steps.find((step) => step * power >= value * (1 - 1e-9)) ?? 10);
}
