import { type SentPlan, sentPlanSchema } from '#shared/assistant/plan.ts';
import { maxListAddressLength } from '#shared/core/endpoint.ts';

const prefix = 'answer:';

/**
 * Maximum number of characters of the key of a pinned answer. A valid plan contains up to two list
 * addresses, whose length can double because JSON escapes quotes. The rest of the plan has about
 * 1100 characters.
 */
export const maxPinnedAnswerKeyLength = 2 * 2 * maxListAddressLength + 2000;

/** Returns the widget key of a pinned answer, which contains its plan. Equal plans have equal keys. */
export const pinnedAnswerKey = (plan: SentPlan): string =>
  prefix + JSON.stringify(sentPlanSchema.parse(plan));

/** Returns the plan in a widget key; `undefined` for other keys and for an invalid plan. */
export function findPinnedPlan(key: string): SentPlan | undefined {
  if (!key.startsWith(prefix)) return undefined;
  const plan = parsePinnedPlan(key.slice(prefix.length));
  return plan !== undefined && pinnedAnswerKey(plan) === key ? plan : undefined;
}

/** Parses a plan in JSON; `undefined` when it is invalid. */
export function parsePinnedPlan(json: string): SentPlan | undefined {
  try {
    return sentPlanSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
