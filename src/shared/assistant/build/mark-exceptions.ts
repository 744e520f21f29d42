import { isKind, type PlanDraft } from './draft.ts';

const exception = /^(?:except|excluding|other than|(?:all|every\w+|any\w+) but)\b/i;

/** In 'except critical ones in Texas', Texas can belong to the exception, so the plan is a guess. */
export function markExceptions(draft: PlanDraft): void {
  const at = draft.items.findIndex((each) => exception.test(each.words));
  draft.isGuess ||=
    at >= 0 &&
    draft.items
      .slice(at + 1)
      .some((each) => isKind(each, 'values', 'phrase', 'product', 'test', 'period'));
}
