import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';

/** Attributes for grouping customers; "all" is a single group. */
export const survivalGroupingKeys = [
  'all',
  'sizeTier',
  'practiceType',
  'ehr',
  'onboarding',
  'products',
] as const;
export type SurvivalGroupingKey = (typeof survivalGroupingKeys)[number];

/** Months since go-live at which the number of observed customers is shown. */
export const observedCountMonths = [0, 6, 12, 18, 24, 36, 48, 60, 84] as const;
/** Months since go-live that are columns of the table of go-live quarters. */
export const cohortMonths = [3, 6, 9, 12, 18, 24, 36] as const;

const query = z.object({
  /**
   * `true` counts a sold or closed practice as a loss. `false` observes it only until its
   * departure.
   */
  closed: z.stringbool().default(false),
});

/**
 * Step of a survival or incidence curve. `share`, 0–1, holds from `month` (months since go-live)
 * until the next step. `low` and `high` are its 95% limits.
 */
const stepSchema = z.strictObject({
  month: z.number(),
  share: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type ShareStep = z.output<typeof stepSchema>;

/** Range of months since go-live in which enough customers are observed. */
const spanSchema = z.strictObject({ from: z.number(), to: z.number() });

const quantileSchema = z.strictObject({
  at: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

export const survivalGroupSchema = z.strictObject({
  /** Name of the group; `null` when unknown. */
  name: z.string().nullable(),
  customers: z.int(),
  left: z.int(),
  /** Number of observed customers at each of `observedCountMonths`. */
  atRisk: z.array(z.int()).length(observedCountMonths.length),
  /**
   * Survival curve; `null` with too few departures or too few customers observed at the same time.
   */
  curve: z
    .strictObject({
      span: spanSchema,
      steps: z.array(stepSchema),
      /**
       * Months until half of the customers have left; `null` when the curve stays above one half.
       */
      median: quantileSchema.nullable(),
      /**
       * Restricted mean over the first 36 months; `null` when customers are observed for a shorter
       * time.
       */
      meanMonths: z.number().nullable(),
    })
    .nullable(),
});
export type SurvivalGroup = z.output<typeof survivalGroupSchema>;

export const getSurvivalCurves = endpoint({
  method: 'GET',
  path: '/api/churn/survival',
  summary: 'Share of customers that stayed, by months since go-live and customer segment',
  query: query.extend({ by: z.enum(survivalGroupingKeys).default('all') }),
  response: z.strictObject({
    /** First day since which losses are known; `null` when neither weeks nor losses are stored. */
    knownSince: z.iso.date().nullable(),
    /** Number of customers left out because their go-live date is unknown. */
    withoutGoLive: z.int(),
    /** Groups, largest first. */
    groups: z.array(survivalGroupSchema),
    /**
     * p-value of the log-rank test: probability of differences this large if the groups were equal.
     * `null` with fewer than two curves.
     */
    p: z.number().nullable(),
  }),
});

export const getChurnByTenure = endpoint({
  method: 'GET',
  path: '/api/churn/tenure',
  summary:
    'Cumulative losses by group of reasons and monthly departure rate, by months since go-live',
  query,
  response: z.strictObject({
    /** Observed months; `null` while too few customers are observed at the same time. */
    span: spanSchema.nullable(),
    /** Share of customers lost by group of reasons, most frequent group first. */
    incidence: z.array(
      z.strictObject({ reasonGroup: z.string(), left: z.int(), steps: z.array(stepSchema) }),
    ),
    rates: z.array(
      z.strictObject({
        /** Months of tenure, from `from` (inclusive) to `to` (exclusive). */
        from: z.number(),
        to: z.number(),
        watched: z.int(),
        left: z.int(),
        /** Monthly churn rate with its 95% limits; `null` for too few customers. */
        rate: z.strictObject({ at: z.number(), low: z.number(), high: z.number() }).nullable(),
      }),
    ),
  }),
});

const cohortShareSchema = z.strictObject({ customers: z.int(), share: z.number() });

export const cohortSchema = z.strictObject({
  /** Quarter, such as "2026 Q1". */
  quarter: z.string(),
  customers: z.int(),
  /**
   * Retention after each of `cohortMonths`; `null` while some of the quarter's customers have not
   * reached that month.
   */
  cells: z
    .array(
      z
        .strictObject({ customers: cohortShareSchema, revenue: cohortShareSchema.nullable() })
        .nullable(),
    )
    .length(cohortMonths.length),
});
export type SurvivalCohort = z.output<typeof cohortSchema>;

export const getSurvivalCohorts = endpoint({
  method: 'GET',
  path: '/api/churn/cohorts',
  summary: 'Retained share of customers and revenue by go-live quarter, newest first',
  response: z.strictObject({ rows: z.array(cohortSchema) }),
});
