import { z } from 'zod';
import { listQueryStringSchema, maxListQueryStringLength } from '#shared/core/endpoint.ts';
import type { ListGrouping, Statistic } from '#shared/list/aggregate.ts';
import { statistics } from '#shared/list/aggregate.ts';
import { listNameSchema } from '#shared/list/saved-views.ts';
import type { ListFilter, ListState, NumberRange } from '#shared/list/state.ts';

/** Figure that an answer shows, or the rows themselves. */
export type Aggregate =
  | { kind: 'count' }
  /** The rows themselves; `limit` is `null` for all rows. */
  | { kind: 'rows'; limit: number | null }
  | { kind: Statistic; column: string }
  /** Share of the rows that also match these filters. */
  | { kind: 'share'; filters: readonly ListFilter[] };

export interface GroupOrder {
  descending: boolean;
  /** Maximum number of groups; `null` for all groups. */
  limit: number | null;
  /** Range of the figure; groups with another figure are left out. */
  range?: NumberRange;
}

export const planViews = ['auto', 'chart', 'table'] as const;

/** Translation of a question: one list, its state, an aggregate and up to two groups. */
export interface Plan {
  list: string;
  state: Pick<ListState, 'search' | 'filters' | 'sort'>;
  aggregate: Aggregate;
  groups: readonly ListGrouping[];
  /** Order of the groups by their figure; `null` for the order of the columns' values. */
  groupOrder: GroupOrder | null;
  /** Columns that the question asks to see. */
  shown: readonly string[];
  view: (typeof planViews)[number];
}

export const maxGroupColumns = 2;

/** Maximum number of rows or groups that a question can ask for. */
export const maxLimit = 1000;

export const columnKeySchema = z.string().regex(/^[A-Za-z\d]{1,60}$/);
const limitSchema = z.int().min(1).max(maxLimit).nullable();

const rangeSchema = z.strictObject({
  from: z.number().nullable(),
  to: z.number().nullable(),
  isFromExclusive: z.literal(true).exactOptional(),
  isToExclusive: z.literal(true).exactOptional(),
});

/** Plan as sent between page and server. Filters and order are in the format of a list's URL. */
export const sentPlanSchema = z.strictObject({
  list: listNameSchema,
  state: listQueryStringSchema,
  aggregate: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('count') }),
    z.strictObject({ kind: z.literal('rows'), limit: limitSchema }),
    z.strictObject({ kind: z.enum(statistics), column: columnKeySchema }),
    z.strictObject({ kind: z.literal('share'), filters: listQueryStringSchema }),
  ]),
  groups: z
    .array(z.strictObject({ column: columnKeySchema, unit: z.enum(['value', 'month']) }))
    .max(maxGroupColumns),
  groupOrder: z
    .strictObject({
      descending: z.boolean(),
      limit: limitSchema,
      range: rangeSchema.exactOptional(),
    })
    .nullable(),
  shown: z.array(columnKeySchema).max(10),
  view: z.enum(planViews),
});
export type SentPlan = z.output<typeof sentPlanSchema>;

/**
 * Maximum number of characters of a plan in JSON. A valid plan contains up to two list addresses,
 * whose length can double because JSON escapes quotes. The rest of the plan has about 1100
 * characters; 1900 leaves a margin.
 */
export const maxPlanJsonLength = 2 * 2 * maxListQueryStringLength + 1900;

/** Parses a plan in JSON; `undefined` when it is invalid. */
export function parsePlanJson(json: string): SentPlan | undefined {
  try {
    return sentPlanSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
