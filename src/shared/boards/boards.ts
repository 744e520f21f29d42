import { z } from 'zod';
import { sentPlanSchema } from '#shared/assistant/plan.ts';
import {
  endpoint,
  listQueryStringSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { weekFigureKeySchema } from '#shared/portfolio/week-figures.ts';
import { maxPinnedAnswerKeyLength } from './pinned-answers.ts';
import { readyMadeBoardDefinitions } from './widgets.ts';

export const boardLimits = { name: 60, widgets: 24, boards: 30 } as const;
export const fullBoardText = `A board holds up to ${boardLimits.widgets} widgets`;
export const boardWeekChoices = ['13', '26', '52'] as const;

const readyMadeBoardIds = Object.keys(
  readyMadeBoardDefinitions,
) as (keyof typeof readyMadeBoardDefinitions)[];
export const boardIdSchema = z.union([z.enum(readyMadeBoardIds), z.uuid()]);
const nameSchema = textSchema.trim().min(1, 'A board needs a name').max(boardLimits.name);
const widgetsSchema = z
  .array(textSchema.min(1).max(maxPinnedAnswerKeyLength))
  .max(boardLimits.widgets, fullBoardText)
  .refine(
    (keys) => new Set(keys).size === keys.length,
    'A board can contain each widget only once',
  );

export const boardSchema = z.strictObject({
  boardId: boardIdSchema,
  name: z.string(),
  /** `false` for ready-made and shared boards, which users can copy but not change. */
  isOwn: z.boolean(),
  /** `true` when every signed-in user can open the board by its link. */
  isShared: z.boolean(),
  /** Name of the owner of another user's board; `null` for ready-made and own boards. */
  ownerName: z.string().nullable(),
  /** 0 for a ready-made board. */
  version: z.int(),
  /**
   * Widget keys in display order. The key of a pinned answer contains the plan by which the
   * assistant computes the answer. The key of a discontinued widget is kept until the user removes
   * it.
   */
  widgets: z.array(z.string()),
});
export type Board = z.output<typeof boardSchema>;

const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const widgetDataSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('figure'),
    key: z.string(),
    /** `null` for a mean over fewer than five customers. */
    value: z.number().nullable(),
    /** Number of customers behind the figure. */
    rows: z.int(),
    /** Change from the previous official week for the same customers; `null` when unknown. */
    change: z.number().nullable(),
  }),
  z.strictObject({
    kind: z.literal('trend'),
    key: z.string(),
    /**
     * Official weeks, oldest first; a figure is `null` for a mean over fewer than five customers.
     */
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
    /** Number of matching customers; `rows` contains only the first customers. */
    total: z.int(),
    rows: z.array(
      z.strictObject({
        institutionId: z.int(),
        institutionName: z.string(),
        cells: z.array(cellSchema),
      }),
    ),
  }),
  z.strictObject({
    kind: z.literal('map'),
    key: z.string(),
    /**
     * Figures by two-letter state code, most customers first; `value` is `null` for a state with
     * fewer than five customers.
     */
    states: z.array(
      z.strictObject({
        state: z.string(),
        institutions: z.int(),
        value: z.number().nullable(),
        /**
         * Tier of the average score by the rules of the last official week; `null` without a score.
         */
        tier: healthTierSchema.nullable(),
      }),
    ),
    /** Number of customers without a state. */
    elsewhere: z.int(),
  }),
  /**
   * Pinned answer of the assistant. The response contains only the plan; the page requests the
   * answer.
   */
  z.strictObject({ kind: z.literal('answer'), key: z.string(), plan: sentPlanSchema }),
  /** Placeholder for a widget key that is no longer in the registry. */
  z.strictObject({ kind: z.literal('gone'), key: z.string() }),
]);
export type WidgetData = z.output<typeof widgetDataSchema>;

const params = z.strictObject({ boardId: boardIdSchema });
const ownParams = z.strictObject({ boardId: z.uuid() });

const boardQuerySchema = z.object({
  /** Filters and search of the customer list, in URL form. */
  filters: listQueryStringSchema.default(''),
  weeks: z.enum(boardWeekChoices).default('26'),
});

export const getBoard = endpoint({
  method: 'GET',
  path: '/api/boards/:boardId',
  summary:
    'A board with the data of its widgets for the filtered customers; a 422 error names the invalid filters',
  params,
  query: boardQuerySchema,
  response: z.strictObject({
    board: boardSchema,
    /** The ready-made boards and the user's own boards. */
    boards: z.array(boardSchema.pick({ boardId: true, name: true, isOwn: true })),
    weekEndDate: z.iso.date().nullable(),
    institutions: z.int(),
    matching: z.int(),
    widgets: z.array(widgetDataSchema),
  }),
});
export const exportBoard = {
  path: '/api/boards/export',
  summary:
    'Export the data of a board’s widgets for the filtered customers as CSV, one row for each value. Leaves out pinned answers',
  query: boardQuerySchema.extend({ boardId: boardIdSchema }),
} satisfies CsvExport;

export type BoardAnswer = z.output<typeof getBoard.response>;

/** The client generates the id, so that a double click creates one board. */
export const postBoard = endpoint({
  method: 'POST',
  path: '/api/boards',
  summary: 'Create a board of your own, as a copy of another board or with the given widgets',
  body: z
    .strictObject({
      boardId: z.uuid(),
      name: nameSchema,
      /** Board to copy the widgets from. */
      copyOf: boardIdSchema.optional(),
      /** Widgets of a board that isn't a copy. */
      widgets: widgetsSchema.optional(),
    })
    .refine(({ copyOf, widgets }) => (copyOf === undefined) !== (widgets === undefined), {
      message: 'send either copyOf or widgets',
      path: ['copyOf'],
    }),
  response: boardSchema,
});

export const patchBoard = endpoint({
  method: 'PATCH',
  path: '/api/boards/:boardId',
  summary:
    'Rename your own board, change its widgets, or share it; 409 when it has changed in the meantime',
  params: ownParams,
  body: z.strictObject({
    version: versionSchema,
    name: nameSchema.optional(),
    widgets: widgetsSchema.optional(),
    isShared: z.boolean().optional(),
  }),
  response: boardSchema,
});

export const deleteBoard = endpoint({
  method: 'DELETE',
  path: '/api/boards/:boardId',
  summary: 'Delete your own board; 409 when it has changed in the meantime',
  params: ownParams,
  body: z.strictObject({ version: versionSchema }),
  response: z.strictObject({}),
});
