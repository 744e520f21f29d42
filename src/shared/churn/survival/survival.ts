import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';

/** Attributes for grouping customers; "all" is a single group. */
export const survivalGroupings = [
  'all',
  'sizeTier',
  'practiceType',
  'ehr',
  'onboarding',
  'products',
] as const;
export type SurvivalGrouping = (typeof survivalGroupings)[number];

/** Months of tenure at which observed customers are counted. */
export const atRiskMonths = [0, 6, 12, 18, 24, 36, 48, 60, 84] as const;
/** Months of tenure in the cohort columns. */
export const cohortMonths = [3, 6, 9, 12, 18, 24, 36] as const;

const query = z.object({
  /** `true` counts a sold or closed practice as a loss; `false` censors it on its departure day. */
  closed: z.stringbool().default(false),
});

/** Month of tenure with the share from then on, 0–1, and its 95% limits. */
const stepSchema = z.strictObject({
  month: z.number(),
  share: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type ShareStep = z.output<typeof stepSchema>;

/** Months of tenure between which enough customers are observed. */
const spanSchema = z.strictObject({ from: z.number(), to: z.number() });

const quantileSchema = z.strictObject({
  at: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

export const survivalGroupSchema = z.strictObject({
  /** `null` when unknown. */
  name: z.string().nullable(),
  customers: z.int(),
  left: z.int(),
  /** Number observed at each of `atRiskMonths`. */
  atRisk: z.array(z.int()).length(atRiskMonths.length),
  /** `null` with too few departures or too few customers observed at the same time. */
  curve: z
    .strictObject({
      span: spanSchema,
      steps: z.array(stepSchema),
      /** Months until half have left; `null` when the curve doesn't reach it. */
      median: quantileSchema.nullable(),
      /** Restricted mean of the first 36 months; `null` when a shorter time is observed. */
      meanMonths: z.number().nullable(),
    })
    .nullable(),
});
export type SurvivalGroup = z.output<typeof survivalGroupSchema>;

export const getSurvival = endpoint({
  method: 'GET',
  path: '/api/churn/survival',
  summary: 'Share of customers that stayed, by months since go-live and customer segment',
  query: query.extend({ by: z.enum(survivalGroupings).default('all') }),
  response: z.strictObject({
    /** First day with known losses; `null` when neither weeks nor losses are stored. */
    knownSince: z.iso.date().nullable(),
    /** Number of customers excluded because their go-live is unknown. */
    withoutGoLive: z.int(),
    /** Groups, largest first. */
    groups: z.array(survivalGroupSchema),
    /**
     * Log-rank p-value: probability of differences this large if the groups were equal; `null` with
     * fewer than two curves.
     */
    p: z.number().nullable(),
  }),
});

export const getTenure = endpoint({
  method: 'GET',
  path: '/api/churn/tenure',
  summary:
    'Cumulative losses by group of reasons and monthly departure rate, by months since go-live',
  query,
  response: z.strictObject({
    /** `null` while too few customers are observed at the same time. */
    span: spanSchema.nullable(),
    /** Incidence by group of reasons, most frequent first. */
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
        /** Monthly departure rate with its limits; `null` for too few customers. */
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
  /** Cell for each of `cohortMonths`; `null` while the cohort is too young. */
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
