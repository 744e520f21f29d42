import { z } from 'zod';
import { endpoint, idSchema, institutionParams, listAnswer, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { byProduct, productKeySchema } from '#shared/core/products.ts';
import { sizeTierSchema } from '#shared/core/tiers.ts';
import { onboardingStates } from '#shared/institutions/onboarding-states.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { bulkLimit } from '#shared/work/many.ts';
import { blockers, milestoneKeys } from './milestones.ts';

const day = z.iso.date();
const blockerSchema = z.enum(blockers);
const milestoneKeySchema = z.enum(milestoneKeys);

/** A case with how it stands today. Days are of the onboarding clock unless they are dates. */
export const listedOnboardingSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  /** null where it is not known yet. */
  goLiveDate: day.nullable(),
  sizeTier: sizeTierSchema,
  /** What most of its locations run. */
  ehr: z.string().nullable(),
  /** null where the CRM could not be asked. */
  ownerName: z.string().nullable(),
  state: z.enum(onboardingStates),
  day: z.int().nullable(),
  lastDay: z.int(),
  /** How it stood seven days ago. */
  weekBefore: z.strictObject({ state: z.enum(onboardingStates), day: z.int().nullable() }),
  /** Of the last official week with a score, and what is expected on that day. */
  score: z.number().nullable(),
  scoreDay: z.int().nullable(),
  expected: z.number().nullable(),
  pace: z.number().nullable(),
  /** One for each checkpoint whose day has come: the score it was met with, null where none was known. */
  checkpoints: z.array(z.strictObject({ day: z.int(), percent: z.number(), score: z.number().nullable(), passedOn: day })),
  nextCheckpoint: z.int().nullable(),
  /** Entitled top-level products, and the days from go-live to the first use of each that has one. */
  entitled: z.array(productKeySchema),
  firstUses: byProduct(z.int()),
  blocker: blockerSchema.nullable(),
  blockedSince: day.nullable(),
  pausedSince: day.nullable(),
  pauseReason: z.string().nullable(),
  extensionDays: z.int(),
  milestonesDone: z.int(),
  milestonesTotal: z.int(),
  /** Not done, and their day has passed. */
  milestonesLate: z.int(),
  contractOn: day.nullable(),
  kickoffOn: day.nullable(),
  handedOverOn: day.nullable(),
  graduatedOn: day.nullable(),
  leftOn: day.nullable(),
  lastTouchOn: day.nullable(),
  version: z.int(),
});
export type ListedOnboarding = z.output<typeof listedOnboardingSchema>;

export const getOnboardingList = endpoint({
  method: 'GET',
  path: '/api/onboarding-list',
  summary: 'Every onboarding case, running and ended, as it stands today',
  response: listAnswer(listedOnboardingSchema).extend({
    today: day,
    /** The last official week; null before the first. */
    weekEndDate: day.nullable(),
  }),
});

/** Cases that are running, those that have ended, and both. */
export const onboardingTabs = ['current', 'ended', 'all'] as const;
export type OnboardingTab = (typeof onboardingTabs)[number];

export const exportOnboarding = {
  path: '/api/onboarding-list/export',
  summary: 'The onboarding cases as CSV, as the search parameters say',
  query: z.object({ tab: z.enum(onboardingTabs).default('current') }),
} satisfies CsvExport;

const milestoneSchema = z.strictObject({
  key: milestoneKeySchema,
  product: productKeySchema.nullable(),
  side: z.enum(['us', 'customer']),
  dueDay: z.int(),
  doneOn: day.nullable(),
  /** What the data showed; null for what a person said. */
  evidence: z.string().nullable(),
  doneBy: z.string().nullable(),
});
export type ListedMilestone = z.output<typeof milestoneSchema>;

const spanSchema = z.strictObject({ from: day, until: day.nullable() });

export const getOnboardingCase = endpoint({
  method: 'GET',
  path: '/api/institution/:id/onboarding',
  summary: 'The onboarding case of an institution with its milestones, blockers, pauses and weeks',
  params: institutionParams,
  response: z.strictObject({
    row: listedOnboardingSchema,
    milestones: z.array(milestoneSchema),
    blockers: z.array(spanSchema.extend({ blocker: blockerSchema })),
    pauses: z.array(spanSchema.extend({ reason: z.string() })),
    weeks: z.array(z.strictObject({ weekEnd: day, day: z.int(), score: z.number().nullable() })),
  }),
});

const days = z.int().nullable();

/** What happened in each case, in days from go-live; null is not, or not yet. */
const onboardingHistorySchema = z.strictObject({
  institutionId: z.int(),
  /** The ends of official weeks, on the onboarding clock, with the score of each. */
  weeks: z.array(z.tuple([z.int(), z.number().nullable()])),
  connected: days,
  firstUse: days,
  graduated: days,
  left: days,
  /** Until today, until it left or until the last day that is looked at. */
  watched: z.int(),
  /** Days on which each blocker was set. */
  lost: z.partialRecord(blockerSchema, z.int()),
  pausedDays: z.int(),
});
export type OnboardingHistory = z.output<typeof onboardingHistorySchema>;

export const getOnboardingHistories = endpoint({
  method: 'GET',
  path: '/api/onboarding-histories',
  summary: 'What happened in every onboarding case, for analytics and comparison',
  response: listAnswer(onboardingHistorySchema),
});

/** How every case stood at the end of a past official week. */
export const getOnboardingWeek = endpoint({
  method: 'GET',
  path: '/api/onboarding-week/:week',
  summary: 'How every case stood at the end of an official week',
  params: z.strictObject({
    week: z.iso.date().refine((text) => text >= '1900-01-01' && text <= '2200-12-31', 'must lie in the years 1900 to 2200'),
  }),
  response: listAnswer(
    z.strictObject({
      institutionId: z.int(),
      institutionName: z.string(),
      day: z.int(),
      score: z.number().nullable(),
      expected: z.number(),
      state: z.enum(onboardingStates),
    }),
  ),
});

export const longestPauseReason = 300;
export const extensionChoices = [30, 60, 90] as const;

export const onboardingActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('complete'), milestone: milestoneKeySchema, product: productKeySchema.nullable() }),
  z.strictObject({ action: z.literal('reopen'), milestone: milestoneKeySchema, product: productKeySchema.nullable() }),
  z.strictObject({ action: z.literal('block'), blocker: blockerSchema }),
  z.strictObject({ action: z.literal('unblock') }),
  z.strictObject({
    action: z.literal('pause'),
    reason: textSchema.trim().min(1, 'must not be empty').max(longestPauseReason, `must have at most ${longestPauseReason} characters`),
  }),
  z.strictObject({ action: z.literal('resume') }),
  z.strictObject({ action: z.literal('extend'), days: z.literal(extensionChoices) }),
  z.strictObject({ action: z.literal('graduate') }),
  z.strictObject({ action: z.literal('hand_over') }),
]);
export type OnboardingAction = z.output<typeof onboardingActionSchema>;

export const postOnboardingChange = endpoint({
  method: 'POST',
  path: '/api/onboarding-cases/change',
  summary: 'Do one thing with onboarding cases, each at the version it was seen at',
  body: z.strictObject({
    /** The page makes it, so that a double click changes once. */
    changeId: z.uuid(),
    cases: z
      .array(z.strictObject({ institutionId: idSchema, version: versionSchema }))
      .min(1)
      .max(bulkLimit)
      .refine((list) => new Set(list.map(({ institutionId }) => institutionId)).size === list.length, 'names an institution twice'),
    change: onboardingActionSchema,
  }),
  response: z.strictObject({
    changed: z.array(z.int()),
    /** Changed by somebody else since; they stay as they are. When all are, the answer is 409. */
    conflicts: z.array(z.int()),
    /** It does not fit these, such as resuming what is not paused. When it fits none, the answer is 422. */
    unfit: z.array(z.int()),
    institutionName: z.string().nullable(),
  }),
});
