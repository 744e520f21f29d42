import { z } from 'zod';
import { endpoint, textSchema } from '#shared/core/endpoint.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { maxChosenQuestionTextLength } from './conversations.ts';
import { maxPlanJsonLength, sentPlanSchema } from './plan.ts';

/** Maximum number of characters of a question. */
export const maxQuestionLength = 500;

/** Maximum number of rows and groups, such as months, in an answer. The list has all of them. */
export const answerLimits = { rows: 50, groups: 120 } as const;

/** Smallest number of rows for which a percentage is shown. */
export const minimumShareRows = 5;

const cellSchema = z.union([z.string(), z.number(), z.boolean()]).nullable();

export const answerColumnSchema = z.strictObject({
  key: z.string(),
  label: z.string(),
  isNumber: z.boolean(),
});

export const answerSchema = z.strictObject({
  kind: z.literal('answer'),
  /** The plan in words. */
  reading: z.string(),
  plan: sentPlanSchema,
  /** Name of one row and of several rows of the list, such as 'customer' and 'customers'. */
  noun: z.strictObject({ one: z.string(), many: z.string() }),
  /** Meaning of one row of the list, such as 'one row for each customer'. */
  grain: z.string(),
  /** Number of rows that the filters of the plan select. */
  total: z.int(),
  /** The single figure of an answer, such as a count. `null` for a list of rows and for groups. */
  value: z.number().nullable(),
  valueText: z.string().nullable(),
  /** Numerator and denominator of a share. */
  share: z.strictObject({ part: z.int(), whole: z.int() }).nullable(),
  /** Labels of the columns by which the rows are grouped. */
  groupLabels: z.array(z.string()),
  groups: z.array(
    z.strictObject({
      labels: z.array(z.string()),
      /**
       * Month of the group as 'YYYY-MM'; `null` for rows without a month and for groups by other
       * values.
       */
      month: z.string().nullable(),
      value: z.number().nullable(),
      valueText: z.string(),
      rows: z.int(),
      /** Address of the list with the rows of the group; `null` when no filter selects them. */
      link: z.string().nullable(),
    }),
  ),
  /** Number of groups, including those that are not shown. */
  groupCount: z.int(),
  columns: z.array(answerColumnSchema),
  rows: z.array(
    z.strictObject({
      institutionId: z.int().nullable(),
      cells: z.array(cellSchema),
      texts: z.array(z.string()),
      /** Path of the page that each cell links to, such as a ticket's; `null` without a link. */
      paths: z.array(z.string().nullable()),
    }),
  ),
  /** Customers of the rows, for bulk actions. */
  customers: z.strictObject({
    /** Ids, each once; empty when there are more than `maxBulkItems`. */
    institutionIds: z.array(z.int()),
    /** `true` when there are more than `maxBulkItems` customers. */
    isTooMany: z.boolean(),
    /** `true` when the list shows cases, which can be assigned, snoozed and closed with an outcome. */
    hasRiskCases: z.boolean(),
  }),
  /** Statements about defaults, corrections and limits. */
  notes: z.array(z.string()),
  /** Filters; `column` is `null` for the search. */
  chips: z.array(z.strictObject({ column: z.string().nullable(), text: z.string() })),
  metrics: z.array(z.string()),
  /** Follow-up questions, each with the plan that it leads to. */
  followUps: z.array(z.strictObject({ text: z.string(), plan: sentPlanSchema })),
  /** Address of the list with exactly these rows, and of its export. */
  link: z.string(),
  exportLink: z.string(),
});
export type Answer = z.output<typeof answerSchema>;

const optionSchema = z.strictObject({
  reading: z.string(),
  plan: sentPlanSchema,
  /** Result of the reading in a few words, such as '12 customers'. */
  result: z.string(),
});

const nearWordSchema = z.strictObject({
  /** Unknown word as typed. */
  unknown: z.string(),
  /** Known word with a similar spelling. */
  known: z.string(),
});
export type NearWord = z.output<typeof nearWordSchema>;

const refusalSchema = z.strictObject({
  kind: z.literal('refuse'),
  reason: z.string(),
  unknownWords: z.array(z.string()),
  /** Known words near the unknown words, each known word once. */
  near: z.array(nearWordSchema),
});

/** Answer in sentences: definitions, facts about one customer, or a figure by official week. */
const explanationSchema = z.strictObject({
  kind: z.literal('explain'),
  reading: z.string(),
  parts: z.array(
    z.strictObject({
      /** Name of the defined figure; `null` without a heading. */
      title: z.string().nullable(),
      lines: z.array(z.string()),
    }),
  ),
  /** Figure in the last official weeks; `null` when the answer is not about weeks. */
  weeks: z
    .strictObject({
      label: z.string(),
      unit: z.enum(['', '%']),
      /** Oldest week first. */
      points: z.array(
        z.strictObject({
          weekEndDate: z.iso.date(),
          /** `null` when unknown, and for a mean of fewer than five customers. */
          value: z.number().nullable(),
          /** Number of customers with a score in the week; `null` for the figure of one customer. */
          institutions: z.int().nullable(),
        }),
      ),
    })
    .nullable(),
  /** Keys of the metrics of the figures in the lines. */
  metrics: z.array(z.string()),
  /** Page about the answer; `null` for a definition. */
  link: z
    .strictObject({
      label: z.string(),
      path: z.string(),
      /** Customer of the page; `null` for the page of a list. */
      institutionId: z.int().nullable(),
    })
    .nullable(),
  /** Plan that a follow-up question changes; `null` for a definition. */
  plan: sentPlanSchema.nullable(),
});
export type TextAnswer = z.output<typeof explanationSchema>;

export const outcomeSchema = z.discriminatedUnion('kind', [
  answerSchema,
  explanationSchema,
  z.strictObject({
    kind: z.literal('ask'),
    prompt: z.string(),
    options: z.array(optionSchema),
  }),
  refusalSchema,
]);
export type Outcome = z.output<typeof outcomeSchema>;

/** A plan has one meaning, so its outcome is never a clarifying question. */
const planOutcomeSchema = z.discriminatedUnion('kind', [answerSchema, refusalSchema]);
export type PlanOutcome = z.output<typeof planOutcomeSchema>;

/** Maximum number of follow-up questions of an answer. */
export const maxFollowUps = 3;

/** Maximum number of questions of a user in a minute. */
export const maxQuestionsPerMinute = 30;

/**
 * A question with the ids of its conversation and turn is stored in the user's history. The page
 * creates both ids. A repeated turn is answered again without a second row.
 */
export const postQuestion = endpoint({
  method: 'POST',
  path: '/api/assistant/question',
  summary: `Answer a question about the lists, ask what it means, or refuse; at most ${maxQuestionsPerMinute} questions a minute`,
  body: z
    .strictObject({
      question: textSchema.trim().min(1).max(maxQuestionLength),
      /** Plan that the user chose from the options of an earlier answer; replaces the question. */
      plan: sentPlanSchema.nullable(),
      /** Plan of the last answer, which a follow-up such as 'only Texas' changes. */
      last: sentPlanSchema.nullable().default(null),
      conversationId: z.uuid().optional(),
      turnId: z.uuid().optional(),
      /** Text that the user saw when choosing the plan. */
      prompt: textSchema.trim().min(1).max(maxChosenQuestionTextLength).optional(),
    })
    .refine(
      ({ conversationId, turnId }) => (conversationId === undefined) === (turnId === undefined),
      { message: 'must be sent together with turnId', path: ['conversationId'] },
    ),
  response: outcomeSchema,
});

/**
 * Maximum number of plans that a user's pages may compute in a minute, for pinned answers and
 * reopened conversations.
 */
export const maxPlansPerMinute = 300;

/** A plan isn't a question: it isn't stored, and it doesn't count against the limit of questions. */
export const postPlan = endpoint({
  method: 'POST',
  path: '/api/assistant/plan',
  summary: `Compute the answer of a plan, or return the reason why it can't be computed; at most ${maxPlansPerMinute} plans a minute`,
  body: z.strictObject({ plan: sentPlanSchema }),
  response: planOutcomeSchema,
});

/** Export of all groups of an answer with their figures. `plan` is the answer's plan in JSON. */
export const exportAnswerGroups = {
  path: '/api/assistant/groups/export',
  summary: 'Export the groups of an answer',
  query: z.strictObject({ plan: textSchema.max(maxPlanJsonLength) }),
} satisfies CsvExport;
