import type { Database, Queries } from '#server/core/db/database.ts';
import { conflict, notFound } from '#server/core/errors.ts';
import { type SentPlan, sentPlanSchema } from '#shared/assistant/plan.ts';
import {
  findConversation,
  findTurn,
  insertConversation,
  insertTurn,
  lockConversation,
  type NewTurn,
} from './queries.ts';

/** Parses a stored plan. Returns `null` without one, and for a plan of an incompatible version. */
export const parseStoredPlan = (plan: unknown): SentPlan | null =>
  sentPlanSchema.nullable().safeParse(plan).data ?? null;

/** Place in the history at which a question is stored. */
export interface TurnStorageCheck {
  isNewConversation: boolean;
  /** `true` when the turn was already stored. */
  isStored: boolean;
}

/**
 * Finds the place of a question in the user's history. Throws a 404 error when the conversation or
 * the turn belongs to another user, and a 409 error when the turn has another question.
 */
export async function checkTurnStorage(
  queries: Queries,
  { conversationId, turnId, question }: Pick<NewTurn, 'conversationId' | 'turnId' | 'question'>,
  userId: string,
): Promise<TurnStorageCheck> {
  const conversation = await findConversation(queries, conversationId);
  if (conversation !== undefined && conversation.user_id !== userId)
    throw notFound('This conversation');
  const turn = await findTurn(queries, turnId);
  if (turn !== undefined && turn.conversation_id !== conversationId)
    throw notFound('This conversation');
  if (turn !== undefined && turn.question !== question)
    throw conflict(
      'This question couldn’t be sent, because another question has the same id. Ask it again.',
    );
  return {
    isNewConversation: conversation === undefined,
    isStored: turn !== undefined,
  };
}

/**
 * Stores a question once. A conversation that was deleted while the question was being answered is
 * not created again.
 */
export const storeTurn = (
  { foreground }: Pick<Database, 'foreground'>,
  turn: NewTurn,
  {
    isNewConversation,
    userId,
    now,
  }: Pick<TurnStorageCheck, 'isNewConversation'> & { userId: string; now: Date },
): Promise<void> =>
  foreground.transaction().execute(async (transaction) => {
    if (isNewConversation) await insertConversation(transaction, turn, userId, now);
    if (await lockConversation(transaction, turn.conversationId, userId, now))
      await insertTurn(transaction, turn, now);
  });
