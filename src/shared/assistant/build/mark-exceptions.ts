import { isKind, type PlanDraft } from './draft.ts';

const exception =
  /^(?:except|excluding|other than|besides|apart from|aside from|minus|(?:all|every\w+|any\w+) but)\b/i;

/**
 * Marks the plan as a guess when a condition follows an exception. In 'except critical ones in
 * Texas', Texas can belong to the exception.
 */
export function flagAmbiguousException(draft: PlanDraft): void {
  const at = draft.items.findIndex((each) => exception.test(each.words));
  draft.isGuess ||=
    at >= 0 &&
    draft.items
      .slice(at + 1)
      .some((each) => isKind(each, 'values', 'phrase', 'product', 'test', 'period'));
}
