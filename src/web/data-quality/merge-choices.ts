import type { BodyOf } from '#shared/core/endpoint.ts';
import { countText } from '#shared/core/words.ts';
import type {
  MergeComparison,
  MergeCustomerRole,
  MergeInstitutionField,
  MergeLocationField,
  postMerge,
} from '#shared/data-quality/merge.ts';

/** One of the two customers: `one` is shown on the left, `other` on the right. */
export type MergeSideChoice = 'one' | 'other';
export type MergeFieldChoices<Field extends string> = Partial<Record<Field, MergeSideChoice>>;

/** Choice for a pair of locations: the location that stays open, or both. */
export interface LocationPairMergeChoice {
  stays: MergeSideChoice | 'both';
  fields: MergeFieldChoices<MergeLocationField>;
}

export interface MergeChoices {
  kept: MergeSideChoice;
  fields: MergeFieldChoices<MergeInstitutionField>;
  places: readonly LocationPairMergeChoice[];
}

/**
 * Returns the default choices: the older customer is kept, and every similar pair is one location.
 */
export const createDefaultMergeChoices = ({
  one,
  other,
  places,
}: MergeComparison): MergeChoices => {
  const kept =
    (other.fields.created_on ?? '9999') < (one.fields.created_on ?? '9999') ? 'other' : 'one';
  return { kept, fields: {}, places: places.map(() => ({ stays: kept, fields: {} })) };
};

/**
 * Returns the default source of a field: the kept customer, unless only the other customer has a
 * value.
 */
export function findDefaultFieldSide<Field extends string>(
  values: Record<MergeSideChoice, { fields: Record<Field, string | null> }>,
  field: Field,
  stays: MergeSideChoice,
): MergeSideChoice {
  const away = stays === 'one' ? 'other' : 'one';
  return values[stays].fields[field] === null && values[away].fields[field] !== null ? away : stays;
}

type Order = Omit<BodyOf<typeof postMerge>, 'fixId'>;

/** Returns the request for these choices. */
export function toMergeRequest(comparison: MergeComparison, choices: MergeChoices): Order {
  const { kept, fields, places } = choices;
  const side = (choice: MergeSideChoice): MergeCustomerRole => (choice === kept ? 'kept' : 'other');
  const sides = <Field extends string>(
    values: Record<MergeSideChoice, { fields: Record<Field, string | null> }>,
    chosen: MergeFieldChoices<Field>,
    stays: MergeSideChoice,
  ) =>
    Object.fromEntries(
      (Object.keys(values.one.fields) as Field[]).map((field) => [
        field,
        side(chosen[field] ?? findDefaultFieldSide(values, field, stays)),
      ]),
    ) as Record<Field, MergeCustomerRole>;
  return {
    keptId: comparison[kept].institutionId,
    otherId: comparison[kept === 'one' ? 'other' : 'one'].institutionId,
    fields: sides(comparison, fields, kept),
    places: comparison.places.flatMap((pair, at) => {
      const choice = places[at];
      if (choice === undefined || choice.stays === 'both') return [];
      return [
        {
          keptLocationId: pair[kept].locationId,
          otherLocationId: pair[kept === 'one' ? 'other' : 'one'].locationId,
          stays: side(choice.stays),
          fields: sides(pair, choice.fields, choice.stays),
        },
      ];
    }),
  };
}

/** Returns the attached data in words: "3 notes, 1 deal". */
export function attachedRowsText(attached: Readonly<Record<string, number>>): string {
  const some = Object.entries(attached).filter(([, count]) => count > 0);
  return some.length === 0
    ? 'nothing else'
    : some.map(([words, count]) => countText(count, words.replace(/s$/, ''), words)).join(', ');
}
