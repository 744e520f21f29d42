import { z } from 'zod';
import {
  countSchema,
  createListAnswerSchema,
  endpoint,
  idSchema,
  institutionParamsSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { createByProductSchema, productKeySchema } from '#shared/core/products.ts';
import { sizeTierSchema } from '#shared/core/tiers.ts';
import { onboardingStates } from '#shared/institutions/onboarding-states.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { blockerKinds, milestoneKeys } from './milestones.ts';

const day = z.iso.date();
const blockerSchema = z.enum(blockerKinds);
const milestoneKeySchema = z.enum(milestoneKeys);

/**
 * Onboarding case with its status today. All day numbers count the days since go-live, without
 * paused days.
 */
export const listedOnboardingSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  /** `null` when the go-live date is unknown. */
  goLiveDate: day.nullable(),
  sizeTier: sizeTierSchema,
  /** EHR of most of the customer's locations. */
  ehr: z.string().nullable(),
  /** `null` when the CRM has no owner or is unavailable. */
  ownerName: z.string().nullable(),
  state: z.enum(onboardingStates),
  day: z.int().nullable(),
  lastDay: z.int(),
  /** Status seven days ago. */
  weekBefore: z.strictObject({ state: z.enum(onboardingStates), day: z.int().nullable() }),
  /**
   * Score of the last official week with a score. `scoreDay` is its onboarding day, and `expected`
   * the expected score on that day.
   */
  score: z.number().nullable(),
  scoreDay: z.int().nullable(),
  expected: z.number().nullable(),
  pace: z.number().nullable(),
  /**
   * Passed checkpoints, each with the last score known by that day; the score is `null` when none
   * was known.
   */
  checkpoints: z.array(
    z.strictObject({
      day: z.int(),
      percent: z.number(),
      score: z.number().nullable(),
      passedOn: day,
    }),
  ),
  nextCheckpoint: z.int().nullable(),
  /**
   * Entitled top-level products. `firstUses` has the days from go-live to the first use of each.
   */
  entitled: z.array(productKeySchema),
  firstUses: createByProductSchema(z.int()),
  blocker: blockerSchema.nullable(),
  blockedSince: day.nullable(),
  pausedSince: day.nullable(),
  pauseReason: z.string().nullable(),
  extensionDays: z.int(),
  milestonesDone: z.int(),
  milestonesTotal: z.int(),
  /** Number of open milestones past their due day. */
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
  path: '/api/onboarding/list',
  summary: 'All onboarding cases, running and ended, with their status today',
  response: createListAnswerSchema(listedOnboardingSchema).extend({
    today: day,
    /** Saturday of the last official week; `null` before the first official week. */
    weekEndDate: day.nullable(),
  }),
});

/** Running cases, ended cases, and both. */
export const onboardingTabs = ['current', 'ended', 'all'] as const;
export type OnboardingTab = (typeof onboardingTabs)[number];

export const exportOnboarding = {
  path: '/api/onboarding/list/export',
  summary: 'Onboarding cases as CSV',
  query: z.object({ tab: z.enum(onboardingTabs).default('current') }),
} satisfies CsvExport;

const milestoneSchema = z.strictObject({
  key: milestoneKeySchema,
  product: productKeySchema.nullable(),
  side: z.enum(['us', 'customer']),
  dueDay: z.int(),
  doneOn: day.nullable(),
  /** Data that proves the milestone; `null` when a user completed it. */
  evidence: z.string().nullable(),
  doneBy: z.string().nullable(),
});
export type ListedMilestone = z.output<typeof milestoneSchema>;

const spanSchema = z.strictObject({ from: day, until: day.nullable() });

export const getOnboardingCase = endpoint({
  method: 'GET',
  path: '/api/institution/:id/onboarding',
  summary: 'The onboarding case of an institution with its milestones, blockers, pauses and weeks',
  params: institutionParamsSchema,
  response: z.strictObject({
    row: listedOnboardingSchema,
    milestones: z.array(milestoneSchema),
    blockers: z.array(spanSchema.extend({ blocker: blockerSchema })),
    pauses: z.array(spanSchema.extend({ reason: z.string() })),
    weeks: z.array(z.strictObject({ weekEnd: day, day: z.int(), score: z.number().nullable() })),
  }),
});

const days = z.int().nullable();

/** Events of a case in days from go-live; `null` for an event that hasn't happened. */
const onboardingHistorySchema = z.strictObject({
  institutionId: z.int(),
  /** Official weeks, each as a pair: the onboarding day at the end of the week, and the score. */
  weeks: z.array(z.tuple([z.int(), z.number().nullable()])),
  connected: days,
  firstUse: days,
  graduated: days,
  left: days,
  /** Number of days for which the case was observed: until today, or until the customer left. */
  watched: z.int(),
  /** Number of days lost to each blocker. */
  lost: z.partialRecord(blockerSchema, z.int()),
  pausedDays: z.int(),
});
export type OnboardingHistory = z.output<typeof onboardingHistorySchema>;

export const getOnboardingHistories = endpoint({
  method: 'GET',
  path: '/api/onboarding/histories',
  summary: 'Histories of all onboarding cases, for analytics and comparison',
  response: createListAnswerSchema(onboardingHistorySchema),
});

/** Loads the status of all cases as recorded at the end of an official week. */
export const getWeekEndOnboardingStatuses = endpoint({
  method: 'GET',
  path: '/api/onboarding/week/:week',
  summary: 'Status of all cases at the end of an official week',
  params: z.strictObject({
    week: z.iso
      .date()
      .refine(
        (text) => text >= '1900-01-01' && text <= '2200-12-31',
        'must be between 1900 and 2200',
      ),
  }),
  response: createListAnswerSchema(
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

export const maxPauseReasonLength = 300;
export const extensionDayChoices = [30, 60, 90] as const;

export const onboardingActionSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('complete'),
    milestone: milestoneKeySchema,
    product: productKeySchema.nullable(),
  }),
  z.strictObject({
    action: z.literal('reopen'),
    milestone: milestoneKeySchema,
    product: productKeySchema.nullable(),
  }),
  z.strictObject({ action: z.literal('block'), blocker: blockerSchema }),
  z.strictObject({ action: z.literal('unblock') }),
  z.strictObject({
    action: z.literal('pause'),
    reason: textSchema
      .trim()
      .min(1, 'must not be empty')
      .max(maxPauseReasonLength, `must have at most ${maxPauseReasonLength} characters`),
  }),
  z.strictObject({ action: z.literal('resume') }),
  z.strictObject({ action: z.literal('extend'), days: z.literal(extensionDayChoices) }),
  z.strictObject({ action: z.literal('graduate') }),
  z.strictObject({ action: z.literal('hand_over') }),
]);
export type OnboardingAction = z.output<typeof onboardingActionSchema>;

/** Idempotent: also succeeds for a change that is already undone. */
export const postOnboardingUndo = endpoint({
  method: 'POST',
  path: '/api/onboarding/cases/change/:changeId/undo',
  summary:
    'Undo the user’s own action on onboarding cases, except on milestones; 409 when all cases have changed since',
  params: z.strictObject({ changeId: z.uuid() }),
  body: z.strictObject({}),
  /** `kept`: number of cases that were not restored because they changed in the meantime. */
  response: z.strictObject({ kept: countSchema }),
});

export const postOnboardingChange = endpoint({
  method: 'POST',
  path: '/api/onboarding/cases/change',
  summary:
    'Apply one action to onboarding cases. Skips cases that another user has changed since `version`',
  body: z.strictObject({
    /** Generated by the client, so that a double click makes one change. */
    changeId: z.uuid(),
    cases: z
      .array(z.strictObject({ institutionId: idSchema, version: versionSchema }))
      .min(1)
      .max(maxBulkItems)
      .refine(
        (list) => new Set(list.map(({ institutionId }) => institutionId)).size === list.length,
        'contains an institution twice',
      ),
    change: onboardingActionSchema,
  }),
  response: z.strictObject({
    changed: z.array(z.int()),
    /**
     * Ids of institutions whose case another user changed in the meantime. These cases stay
     * unchanged. If all cases conflict, the response is 409.
     */
    conflicts: z.array(z.int()),
    /**
     * Ids of institutions for whose case the action isn't allowed, such as resuming a case that
     * isn't paused. If it is allowed for none, the response is 422.
     */
    unfit: z.array(z.int()),
    institutionName: z.string().nullable(),
  }),
});
