import { z } from 'zod';
import { createListAnswerSchema, endpoint, textSchema } from '#shared/core/endpoint.ts';
import { sentPlanSchema } from './plan.ts';

/** Maximum number of conversations in the history, and of turns of a reopened conversation. */
export const historyLimits = { conversations: 100, turns: 200 } as const;

/** Maximum number of characters of the text shown for a chosen question. */
export const maxChosenQuestionTextLength = 1000;

/** Maximum number of characters of the reason of a verdict. */
export const maxFeedbackLength = 500;

export const feedbackVerdicts = ['up', 'down'] as const;
export type FeedbackVerdict = (typeof feedbackVerdicts)[number];

const feedbackSchema = z.strictObject({
  verdict: z.enum(feedbackVerdicts),
  /** Empty without a reason. */
  reason: z.string(),
});
export type Feedback = z.output<typeof feedbackSchema>;

const conversationSchema = z.strictObject({
  conversationId: z.uuid(),
  /** First question. */
  title: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** Number of questions. */
  turns: z.int(),
});
export type ConversationRow = z.output<typeof conversationSchema>;

const turnSchema = z.strictObject({
  turnId: z.uuid(),
  question: z.string(),
  /** Text of a question that was chosen instead of typed; `null` for a typed question. */
  prompt: z.string().nullable(),
  kind: z.enum(['answer', 'explain', 'ask', 'refuse']),
  /** The plan in words or the title of the explanation; `null` without an answer. */
  reading: z.string().nullable(),
  /** Plan from which the answer is computed again; `null` without one. */
  plan: sentPlanSchema.nullable(),
  /** Reason of a refusal. */
  reason: z.string().nullable(),
  unknownWords: z.array(z.string()),
  askedAt: z.iso.datetime(),
  feedback: feedbackSchema.nullable(),
});
export type StoredTurn = z.output<typeof turnSchema>;

const params = z.strictObject({ conversationId: z.uuid() });

export const getConversations = endpoint({
  method: 'GET',
  path: '/api/assistant/conversations',
  summary: `The user’s last ${historyLimits.conversations} conversations with the assistant, newest first`,
  response: createListAnswerSchema(conversationSchema),
});

/** The answers are not stored. A page computes each of them again from the plan of its turn. */
export const getConversation = endpoint({
  method: 'GET',
  path: '/api/assistant/conversations/:conversationId',
  summary: 'Get a conversation of the user with its last questions, without the answers',
  params,
  response: conversationSchema.omit({ turns: true }).extend({
    turns: z.array(turnSchema),
    /** Number of earlier turns that are left out. */
    earlierTurns: z.int(),
  }),
});

export const deleteConversation = endpoint({
  method: 'DELETE',
  path: '/api/assistant/conversations/:conversationId',
  summary: 'Delete a conversation of the user; succeeds again when already deleted',
  params,
  body: z.strictObject({}),
  response: z.strictObject({}),
});

export const deleteConversations = endpoint({
  method: 'DELETE',
  path: '/api/assistant/conversations',
  summary: 'Delete all conversations of the user',
  body: z.strictObject({}),
  response: z.strictObject({ deleted: z.int() }),
});

export const postFeedback = endpoint({
  method: 'POST',
  path: '/api/assistant/turns/:turnId/feedback',
  summary: 'Rate an answer to the user; a repeated call replaces the rating',
  params: z.strictObject({ turnId: z.uuid() }),
  body: z.strictObject({
    /** `null` removes the rating. */
    verdict: z.enum(feedbackVerdicts).nullable(),
    reason: textSchema.trim().max(maxFeedbackLength).default(''),
  }),
  response: z.strictObject({ feedback: feedbackSchema.nullable() }),
});
