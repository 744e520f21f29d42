import type { ImportKind } from '#shared/imports/report.ts';
import type { UnmappedEffect } from '#shared/imports/values.ts';
import { knownEhrs, normalizeEhrName } from '#shared/institutions/ehrs.ts';
import { readYesOrNo } from '../cells/cells.ts';
import { isPracticeType } from '../cells/practice-types.ts';
import { isState } from '../cells/states.ts';
import { findProduct } from '../header/known-headers.ts';

/** Column with a limited set of values, whose other values users can map. */
export interface ValueColumn {
  column: string;
  /** Effect of an unknown value without a mapping. */
  unmapped: UnmappedEffect;
  isKnown(value: string): boolean;
}

const ehrNames = new Set(knownEhrs.map(normalizeEhrName));
const isYesOrNo = (value: string) => 'value' in readYesOrNo(value);

const state: ValueColumn = { column: 'state', unmapped: 'kept', isKnown: isState };
const ehr: ValueColumn = {
  column: 'ehr',
  unmapped: 'kept',
  isKnown: (value) => ehrNames.has(normalizeEhrName(value)),
};
const product: ValueColumn = {
  column: 'product',
  unmapped: 'rejected',
  isKnown: (value) => findProduct(value) !== undefined,
};

/** Columns whose values can be mapped, by kind of file. */
export const valueColumnsByKind: Record<ImportKind, readonly ValueColumn[]> = {
  practices: [
    { column: 'practiceType', unmapped: 'leftOut', isKnown: isPracticeType },
    state,
    ehr,
    { column: 'owner', unmapped: 'kept', isKnown: () => false },
  ],
  usage: [product],
  entitlements: [product, { column: 'entitled', unmapped: 'rejected', isKnown: isYesOrNo }],
  churn: [
    {
      column: 'avoidable',
      unmapped: 'leftOut',
      isKnown: (value) => isYesOrNo(value) || /^(partly|partially|maybe)$/i.test(value),
    },
  ],
  contracts: [product],
  contacts: [],
  prospects: [state, ehr],
};
