/** A moment where the viewer is, such as "Nov 24, 2:05 PM". */
export const momentText = (at: string): string =>
  new Date(at).toLocaleString('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
