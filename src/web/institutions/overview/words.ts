/** A change with its sign and unit, such as '−3.1 points'; one too small to show is '±0.0 points'. */
export function signedPoints(change: number): string {
  const size = Math.abs(change).toFixed(1);
  return `${Number(size) === 0 ? '±' : change < 0 ? '−' : '+'}${size} points`;
}

/** A percentage with its sign, such as '−31%'. */
export function signedPercent(percent: number): string {
  const size = Math.round(Math.abs(percent));
  return `${size === 0 ? '±' : percent < 0 ? '−' : '+'}${size}%`;
}
