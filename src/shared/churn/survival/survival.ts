import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';

/** How customers are told apart; 'all' leaves them together. */
export const survivalGroupings = ['all', 'sizeTier', 'practiceType', 'ehr', 'onboarding', 'products'] as const;
export type SurvivalGrouping = (typeof survivalGroupings)[number];

/** Months of tenure at which the customers still watched are counted. */
export const atRiskMonths = [0, 6, 12, 18, 24, 36, 48, 60, 84] as const;
/** Months of tenure in the columns of the cohorts. */
export const cohortMonths = [3, 6, 9, 12, 18, 24, 36] as const;

const query = z.object({
  /** Whether practices that were sold or closed count as gone; they are out of sight from that day otherwise. */
  closed: z.stringbool().default(false),
});

/** Months of tenure, and the share that it holds for from then on, 0 to 1, with its limits of 95%. */
const stepSchema = z.strictObject({
  month: z.number(),
  share: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type ShareStep = z.output<typeof stepSchema>;

/** From where to where enough customers are watched, in months of tenure. */
const spanSchema = z.strictObject({ from: z.number(), to: z.number() });

const quantileSchema = z.strictObject({ at: z.number(), low: z.number().nullable(), high: z.number().nullable() });

export const survivalGroupSchema = z.strictObject({
  /** null where the fact is not known. */
  name: z.string().nullable(),
  customers: z.int(),
  left: z.int(),
  /** Watched at each of `atRiskMonths`. */
  atRisk: z.array(z.int()).length(atRiskMonths.length),
  /** null where too few have left, or too few are watched at one time. */
  curve: z
    .strictObject({
      span: spanSchema,
      steps: z.array(stepSchema),
      /** Months until half have left; null where the curve does not reach it. */
      median: quantileSchema.nullable(),
      /** Mean months within the first 36; null where fewer months are watched. */
      meanMonths: z.number().nullable(),
    })
    .nullable(),
});
export type SurvivalGroup = z.output<typeof survivalGroupSchema>;

export const getSurvival = endpoint({
  method: 'GET',
  path: '/api/churn/survival',
  summary: 'Share of customers still there by months since go-live, by kind of customer',
  query: query.extend({ by: z.enum(survivalGroupings).default('all') }),
  response: z.strictObject({
    /** Losses are known from this day on; null without any week or loss. */
    knownSince: z.iso.date().nullable(),
    /** Customers left out because their go-live is not known. */
    withoutGoLive: z.int(),
    /** The largest first. */
    groups: z.array(survivalGroupSchema),
    /** The chance of curves that differ this much among groups that do not; null with fewer than two curves. */
    p: z.number().nullable(),
  }),
});

export const getTenure = endpoint({
  method: 'GET',
  path: '/api/churn/tenure',
  summary: 'When customers leave: the share gone by group of reasons, and the monthly rate, by months since go-live',
  query,
  response: z.strictObject({
    /** null while too few are watched at one time. */
    span: spanSchema.nullable(),
    /** One for each group of reasons that anybody left for, the most frequent first. */
    incidence: z.array(z.strictObject({ reasonGroup: z.string(), left: z.int(), steps: z.array(stepSchema) })),
    rates: z.array(
      z.strictObject({
        /** Months of tenure, from the first up to before the last. */
        from: z.number(),
        to: z.number(),
        watched: z.int(),
        left: z.int(),
        /** Share that leaves in a month, with its limits; null for too few customers. */
        rate: z.strictObject({ at: z.number(), low: z.number(), high: z.number() }).nullable(),
      }),
    ),
  }),
});

const cohortShareSchema = z.strictObject({ customers: z.int(), share: z.number() });

export const cohortSchema = z.strictObject({
  /** "2026 Q1" */
  quarter: z.string(),
  customers: z.int(),
  /** One for each of `cohortMonths`; null while the cohort is too young. */
  cells: z
    .array(z.strictObject({ customers: cohortShareSchema, revenue: cohortShareSchema.nullable() }).nullable())
    .length(cohortMonths.length),
});
export type SurvivalCohort = z.output<typeof cohortSchema>;

export const getSurvivalCohorts = endpoint({
  method: 'GET',
  path: '/api/churn/cohorts',
  summary: 'Share of the customers and of the revenue of a go-live quarter that is still there, newest first',
  response: z.strictObject({ rows: z.array(cohortSchema) }),
});
