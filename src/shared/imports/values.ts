import { z } from 'zod';
import { endpoint, textSchema } from '#shared/core/endpoint.ts';
import { normalizeName } from '#shared/core/text.ts';

/** Maximum number of values of a column that a mapping or a report lists. */
export const maxListedValues = 200;

/**
 * Values of one column as they are in the file, each with the value that replaces it; `null` leaves
 * the cell empty.
 */
const columnValueMapSchema = z
  .record(textSchema.min(1).max(200), textSchema.min(1).max(200).nullable())
  .refine(
    (values) => Object.keys(values).length <= maxListedValues,
    `must have at most ${maxListedValues} values`,
  );

/** Mapped values of a file, by Chairside column. */
export const valueMapSchema = z
  .record(textSchema.min(1).max(60), columnValueMapSchema)
  .refine((columns) => Object.keys(columns).length <= 20, 'must have at most 20 columns');
export type ValueMap = z.output<typeof valueMapSchema>;

/**
 * Effect of a value without a mapping: the value is kept as it is, the cell is left out, or the row
 * is rejected.
 */
const unmappedEffectSchema = z.enum(['kept', 'leftOut', 'rejected']);
export type UnmappedEffect = z.output<typeof unmappedEffectSchema>;

/** Values of a column with a limited set of values. */
export const columnValuesSchema = z.strictObject({
  /** Chairside column. */
  column: z.string(),
  header: z.string(),
  /** Values of the file that may need a mapping, most frequent first. */
  values: z.array(z.strictObject({ value: z.string(), cells: z.int() })),
  /** `true` when the column has more values than are listed. */
  isCut: z.boolean(),
  unmapped: unmappedEffectSchema,
});
export type ColumnValues = z.output<typeof columnValuesSchema>;

const valueChoiceSchema = z.strictObject({ value: z.string(), label: z.string() });
export type ValueChoice = z.output<typeof valueChoiceSchema>;

const valueToMapSchema = z.strictObject({
  value: z.string(),
  cells: z.int(),
  /** Choice with the most similar label; `null` when no label is similar. */
  suggestion: z.string().nullable(),
});

export const getUploadValues = endpoint({
  method: 'GET',
  path: '/api/imports/uploads/:uploadId/values',
  summary:
    'List the values of a checked upload that Chairside does not know, with the possible values',
  role: 'admin',
  params: z.strictObject({ uploadId: z.uuid() }),
  response: z.strictObject({
    columns: z.array(
      columnValuesSchema.extend({
        title: z.string(),
        values: z.array(valueToMapSchema),
        choices: z.array(valueChoiceSchema),
      }),
    ),
  }),
});
export type UploadValues = z.output<typeof getUploadValues.response>;

/** Normalizes a value for comparison, so that case and blanks do not distinguish values. */
export const foldValue = (value: string): string =>
  value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Minimum similarity of a suggestion, 0–1. */
const leastSimilarity = 0.45;

/** Returns the choice whose label is most similar to a value; `null` when none is similar. */
export function suggestValue(value: string, choices: readonly ValueChoice[]): string | null {
  let best: { value: string; similarity: number } | undefined;
  for (const choice of choices) {
    const similarity = Math.max(
      labelSimilarity(value, choice.label),
      labelSimilarity(value, choice.value),
    );
    if (similarity >= leastSimilarity && similarity > (best?.similarity ?? 0))
      best = { value: choice.value, similarity };
  }
  return best?.value ?? null;
}

/**
 * Returns the similarity of two texts, 0–1: the Dice coefficient of their letter pairs, or more when
 * the words of one text begin words of the other.
 */
function labelSimilarity(one: string, other: string): number {
  const [first, second] = [normalizeName(one), normalizeName(other)];
  if (first === '' || second === '') return 0;
  if (first === second) return 1;
  const [pairs, otherPairs] = [letterPairs(first), letterPairs(second)];
  const rest = [...otherPairs];
  const shared = pairs.filter((pair) => {
    const place = rest.indexOf(pair);
    if (place !== -1) rest.splice(place, 1);
    return place !== -1;
  }).length;
  const dice =
    pairs.length + otherPairs.length === 0 ? 0 : (2 * shared) / (pairs.length + otherPairs.length);
  const words = first.split(' ');
  const begun = words.filter(
    (word) => word.length >= 3 && second.split(' ').some((of) => of.startsWith(word.slice(0, 5))),
  ).length;
  return Math.max(dice, begun === words.length ? 0.7 + 0.25 * dice : 0);
}

const letterPairs = (text: string): string[] =>
  text
    .split(' ')
    .flatMap((word) =>
      Array.from({ length: Math.max(0, word.length - 1) }, (_, place) =>
        word.slice(place, place + 2),
      ),
    );
