import type { ListFilter } from '#shared/list/state.ts';
import type { InterpretedWords } from '../items.ts';
import { isKind, type PlacedItemOf, type PlanDraft, UnusableWordsError } from './draft.ts';

type Product = PlacedItemOf<'product'>;

/** Filters by the use of products: 'with forms but not payments', 'without reviews or recalls'. */
export function takeProducts(draft: PlanDraft): void {
  for (const product of draft.all('product')) {
    const { connectors, before } = lookBack(draft, product);
    const [or] = connectors.filter((each) => isKind(each, 'or'));
    const other = isProduct(draft, before) && draft.used.has(before) ? before : undefined;
    if (other === undefined && !isOwned(product, before)) throw notNamed(product);
    const isOtherUnused = other !== undefined && isUnused(other);
    let { isNegated } = product.item;
    if (isOtherUnused && or !== undefined) {
      // 'Without forms or payments' is without both.
      isNegated = true;
      draft.used.add(or);
    } else if (isOtherUnused && !isNegated && !connectors.some(({ words }) => words === 'but'))
      throw new UnusableWordsError(
        product.words,
        'Say for each product whether it is used, such as “using forms but not payments”.',
      );
    draft.addFilter(filterByUse(product, isNegated), product);
  }
}

/** Returns the item before a product, and the conjunctions between them. */
function lookBack(
  draft: PlanDraft,
  product: Product,
): { connectors: InterpretedWords[]; before: InterpretedWords | undefined } {
  const items = draft.items.slice(0, draft.items.indexOf(product));
  const at = items.findLastIndex((each) => !isKind(each, 'and', 'or') && !isArticle(each));
  return {
    connectors: items.slice(at + 1).filter((each) => isKind(each, 'and', 'or')),
    before: items[at],
  };
}

/**
 * Returns whether an item is an article. 'On' is a filler, too, but 'on payments' means the
 * customers that use it.
 */
const isArticle = (placed: InterpretedWords): boolean =>
  isKind(placed, 'filler', 'all') && !/^on$/i.test(placed.words);

/** Returns whether an item is a product or a phrase such as 'using forms'. */
function isProduct(
  draft: PlanDraft,
  placed: InterpretedWords | undefined,
): placed is PlacedItemOf<'product' | 'phrase'> {
  if (isKind(placed, 'product')) return true;
  if (!isKind(placed, 'phrase')) return false;
  return placed.item.filters.some(({ column }) => draft.words(column)?.isUsage === true);
}

const isUnused = ({ item }: PlacedItemOf<'product' | 'phrase'>): boolean =>
  item.is === 'product'
    ? item.isNegated
    : item.filters.some((filter) => filter.kind === 'empty' || isZero(filter)) !== item.isNegated;

const isZero = (filter: ListFilter): boolean => filter.kind === 'range' && filter.to === 0;

/**
 * Returns whether the words say that the product is used or not used: 'with forms', 'on payments',
 * 'no reviews'.
 */
const isOwned = (product: Product, before: InterpretedWords | undefined): boolean =>
  product.item.isNegated
    ? /^(?:without|neither|no|with|have|has|do|does|that do)\b|\b(?:with|have|use|uses|using|on)\b/i.test(
        product.words,
      )
    : isKind(before, 'with') || (isKind(before, 'filler') && /^on$/i.test(before.words));

const notNamed = ({ words }: Product): UnusableWordsError =>
  new UnusableWordsError(words, `Say how you mean “${words}”, such as “customers using forms”.`);

function filterByUse({ item: { column, unused } }: Product, isNegated: boolean): ListFilter {
  if (!isNegated) return { column, kind: 'range', from: 0, to: null, isFromExclusive: true };
  return unused === 'zero'
    ? { column, kind: 'range', from: null, to: 0 }
    : { column, kind: 'empty' };
}
