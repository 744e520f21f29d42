import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';

/** Maximum number of values of a column in the catalog. */
export const maxCatalogValues = 40;

const catalogColumnSchema = z.strictObject({
  key: z.string(),
  label: z.string(),
  /** Other words for the column. */
  words: z.array(z.string()),
  /** Values that a question can name, the first `maxCatalogValues` of them. */
  values: z.array(z.string()),
  /** Number of these values, including those that are left out. */
  valueCount: z.int(),
  metric: z.string().nullable(),
});

const catalogListSchema = z.strictObject({
  /** Key of the list in plans. */
  key: z.string(),
  noun: z.strictObject({ one: z.string(), many: z.string(), synonyms: z.array(z.string()) }),
  /** Meaning of one row, such as 'one row for each customer'. */
  grain: z.string(),
  /** Address of the page with the list. */
  page: z.string(),
  columns: z.array(catalogColumnSchema),
  /** Words and phrases that mean filters, such as 'at risk'. */
  phrases: z.array(z.string()),
  /** Questions that the list answers. */
  examples: z.array(z.string()),
});
export type CatalogList = z.output<typeof catalogListSchema>;

export const getCatalog = endpoint({
  method: 'GET',
  path: '/api/assistant/catalog',
  summary: 'Get the lists, columns and words that questions can use, with examples',
  response: z.strictObject({
    lists: z.array(catalogListSchema),
    /** `true` when a language model can rewrite refused questions. */
    hasLanguageModel: z.boolean(),
  }),
});
