import { countText } from '#shared/core/words.ts';

/**
 * Returns the label of an action group: 'For this ticket' or 'For all 12 tickets in this answer'.
 */
export const formatActionGroupLabel = (
  count: number,
  { one, many }: { one: string; many: string },
): string =>
  count === 1 ? `For this ${one}` : `For all ${countText(count, one, many)} in this answer`;
