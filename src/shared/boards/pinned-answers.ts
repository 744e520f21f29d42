import {
  maxPlanJsonLength,
  parsePlanJson,
  type SentPlan,
  sentPlanSchema,
} from '#shared/assistant/plan.ts';

const prefix = 'answer:';

/** Maximum number of characters of the key of a pinned answer. */
export const maxPinnedAnswerKeyLength = prefix.length + maxPlanJsonLength;

/** Returns the widget key of a pinned answer, which contains its plan. Equal plans have equal keys. */
export const buildPinnedAnswerKey = (plan: SentPlan): string =>
  prefix + JSON.stringify(sentPlanSchema.parse(plan));

/** Returns the plan in a widget key; `undefined` for other keys and for an invalid plan. */
export function findPinnedPlan(key: string): SentPlan | undefined {
  if (!key.startsWith(prefix)) return undefined;
  const plan = parsePlanJson(key.slice(prefix.length));
  return plan !== undefined && buildPinnedAnswerKey(plan) === key ? plan : undefined;
}
