import { isKind, isTransparent } from './build/draft.ts';
import type { PlacedItem } from './items.ts';

const isCondition = (placed: PlacedItem | undefined): boolean =>
  isKind(placed, 'values', 'phrase', 'column', 'test');

/**
 * Returns a question with 'or' between conditions of different columns as two questions, one for each
 * condition, because a list can't combine them; none for other questions.
 */
export function splitAlternatives(items: readonly PlacedItem[]): PlacedItem[][] {
  const at = items.findIndex((each) => isKind(each, 'or'));
  const before = items.findLastIndex((each, index) => index < at && !isTransparent(each));
  const after = items.findIndex((each, index) => index > at && !isTransparent(each));
  if (at < 0 || !isCondition(items[before]) || !isCondition(items[after])) return [];
  return [
    items.filter((_, index) => index < at || index > after),
    items.filter((_, index) => index < before || index > at),
  ];
}
