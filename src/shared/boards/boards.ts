import { z } from 'zod';
import { endpoint, listAddressSchema, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import { weekFigureKeySchema } from '#shared/portfolio/week-figures.ts';
import { startingBoards } from './widgets.ts';

export const boardLimits = { name: 60, widgets: 24, boards: 30 } as const;
export const boardWeeks = ['13', '26', '52'] as const;

const startingKeys = Object.keys(startingBoards) as (keyof typeof startingBoards)[];
export const boardIdSchema = z.union([z.enum(startingKeys), z.uuid()]);
const nameSchema = textSchema.trim().min(1, 'A board needs a name').max(boardLimits.name);
const widgetsSchema = z
  .array(textSchema.min(1).max(60))
  .max(boardLimits.widgets)
  .refine((keys) => new Set(keys).size === keys.length, 'A widget stands on a board once');

export const boardSchema = z.strictObject({
  boardId: boardIdSchema,
  name: z.string(),
  /** Boards to start from are nobody's: they can be copied, not changed. */
  isOwn: z.boolean(),
  /** 0 for a board to start from. */
  version: z.int(),
  /** Names of widgets in their order; one that is gone keeps its place until it is removed. */
  widgets: z.array(z.string()),
});
export type Board = z.output<typeof boardSchema>;

const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const widgetDataSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('figure'),
    key: z.string(),
    /** null where it is a mean of fewer than five customers. */
    value: z.number().nullable(),
    /** Customers that it tells of. */
    rows: z.int(),
    /** Against the official week before, of the same customers; null where that cannot be said. */
    change: z.number().nullable(),
  }),
  z.strictObject({
    kind: z.literal('trend'),
    key: z.string(),
    /** Official weeks, oldest first; a figure is null where it is a mean of fewer than five. */
    points: z.array(
      z.strictObject({
        weekEndDate: z.iso.date(),
        institutions: z.int(),
        values: z.partialRecord(weekFigureKeySchema, z.number().nullable()),
      }),
    ),
  }),
  z.strictObject({
    kind: z.literal('table'),
    key: z.string(),
    /** Customers that match, of which the first are listed. */
    total: z.int(),
    rows: z.array(z.strictObject({ institutionId: z.int(), institutionName: z.string(), cells: z.array(cellSchema) })),
  }),
  z.strictObject({
    kind: z.literal('map'),
    key: z.string(),
    /** By the two letters of a state, most customers first; a value is null under five customers. */
    states: z.array(
      z.strictObject({
        state: z.string(),
        institutions: z.int(),
        value: z.number().nullable(),
        /** Of an average score, by the rules of the last official week; null where there is none. */
        tier: healthTierSchema.nullable(),
      }),
    ),
    /** Customers without a state. */
    elsewhere: z.int(),
  }),
  /** Stands on the board, but there is no such widget any more. */
  z.strictObject({ kind: z.literal('gone'), key: z.string() }),
]);
export type WidgetData = z.output<typeof widgetDataSchema>;

const params = z.strictObject({ boardId: boardIdSchema });
const ownParams = z.strictObject({ boardId: z.uuid() });

export const getBoard = endpoint({
  method: 'GET',
  path: '/api/boards/:boardId',
  summary: 'A board with everything that its widgets show, for the customers that the filters leave; 422 names filters it cannot use',
  params,
  query: z.object({
    /** Filters and search of the list of customers, as in its address. */
    filters: listAddressSchema.default(''),
    weeks: z.enum(boardWeeks).default('26'),
  }),
  response: z.strictObject({
    board: boardSchema,
    /** Every board that the person has. */
    boards: z.array(boardSchema.pick({ boardId: true, name: true, isOwn: true })),
    weekEndDate: z.iso.date().nullable(),
    institutions: z.int(),
    matching: z.int(),
    widgets: z.array(widgetDataSchema),
  }),
});
export type BoardAnswer = z.output<typeof getBoard.response>;

/** The id comes from the page, so that a double click makes one board. */
export const postBoard = endpoint({
  method: 'POST',
  path: '/api/boards',
  summary: 'Copy a board to one of one’s own',
  body: z.strictObject({ boardId: z.uuid(), name: nameSchema, copyOf: boardIdSchema }),
  response: boardSchema,
});

export const patchBoard = endpoint({
  method: 'PATCH',
  path: '/api/boards/:boardId',
  summary: 'Rename one’s own board, or change its widgets; 409 when it changed meanwhile',
  params: ownParams,
  body: z.strictObject({ version: versionSchema, name: nameSchema.optional(), widgets: widgetsSchema.optional() }),
  response: boardSchema,
});

export const deleteBoard = endpoint({
  method: 'DELETE',
  path: '/api/boards/:boardId',
  summary: 'Delete one’s own board; 409 when it changed meanwhile',
  params: ownParams,
  body: z.strictObject({ version: versionSchema }),
  response: z.strictObject({}),
});
