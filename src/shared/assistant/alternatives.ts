import { hasNoPlanRole, isKind } from './build/draft.ts';
import type { InterpretedWords } from './items.ts';

const isCondition = (placed: InterpretedWords | undefined): placed is InterpretedWords =>
  isKind(placed, 'values', 'phrase', 'product', 'column', 'test');

/** Returns whether an item is no condition, such as 'customers' in 'customers in grace'. */
const isSkipped = (placed: InterpretedWords): boolean =>
  hasNoPlanRole(placed) || isKind(placed, 'noun');

/**
 * Splits a question at an 'or' or 'versus' between two conditions that a list can't combine.
 * Returns one question for each condition; empty for other questions.
 */
export function splitAlternatives(items: readonly InterpretedWords[]): InterpretedWords[][] {
  const at = items.findIndex((each) => isKind(each, 'or', 'versus'));
  const before = items.findLastIndex((each, index) => index < at && !isSkipped(each));
  const after = items.findIndex((each, index) => index > at && !isSkipped(each));
  const [one, other] = [items[before], items[after]];
  if (at < 0 || !isCondition(one) || !isCondition(other)) return [];
  // In 'using forms or payments', the verb belongs to both products.
  const isShared = isKind(other, 'product') && !(isKind(one, 'product') && one.item.isNegated);
  const verb: InterpretedWords[] = isShared ? [{ item: { is: 'with' }, words: 'with' }] : [];
  return [
    items.filter((_, index) => index < at || index > after),
    [...items.slice(0, before), ...verb, ...items.slice(at + 1)],
  ];
}
