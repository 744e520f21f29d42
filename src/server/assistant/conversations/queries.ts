import type { Queries } from '#server/core/db/database.ts';
import type { Outcome } from '#shared/assistant/assistant.ts';
import { type FeedbackVerdict, historyLimits } from '#shared/assistant/conversations.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';

/** Returns the user's newest conversations with the number of their turns. */
export const findConversations = (queries: Queries, userId: string) =>
  queries
    .selectFrom('assistant_conversation as c')
    .select((of) => [
      'c.conversation_id',
      'c.title',
      'c.created_at',
      'c.last_used_at',
      of
        .selectFrom('assistant_turn as t')
        .whereRef('t.conversation_id', '=', 'c.conversation_id')
        .select((turns) => turns.fn.countAll<number>().as('turns'))
        .as('turns'),
    ])
    .where('c.user_id', '=', userId)
    .orderBy('c.last_used_at', 'desc')
    .orderBy('c.conversation_id')
    .limit(historyLimits.conversations)
    .execute();

/** Returns a conversation with its owner; `undefined` without one. */
export const findConversation = (queries: Queries, conversationId: string) =>
  queries
    .selectFrom('assistant_conversation')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();

/** Returns the newest turns of a conversation, newest first. */
export const findTurns = (queries: Queries, conversationId: string) =>
  queries
    .selectFrom('assistant_turn')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('position', 'desc')
    .limit(historyLimits.turns)
    .execute();

export const findTurn = (queries: Queries, turnId: string) =>
  queries
    .selectFrom('assistant_turn')
    .select(['conversation_id', 'question'])
    .where('turn_id', '=', turnId)
    .executeTakeFirst();

export interface NewTurn {
  turnId: string;
  conversationId: string;
  question: string;
  prompt: string | null;
  kind: Outcome['kind'];
  reading: string | null;
  plan: SentPlan | null;
  reason: string | null;
  unknownWords: readonly string[];
  unknownKeys: readonly string[];
}

/** Starts a conversation whose title is its first question, unless its id already exists. */
export const insertConversation = (
  transaction: Queries,
  { conversationId, question }: Pick<NewTurn, 'conversationId' | 'question'>,
  userId: string,
  now: Date,
) =>
  transaction
    .insertInto('assistant_conversation')
    .values({
      conversation_id: conversationId,
      user_id: userId,
      title: question,
      created_at: now,
      last_used_at: now,
    })
    .onConflict((conflict) => conflict.column('conversation_id').doNothing())
    .execute();

/**
 * Updates the last use of a user's conversation. The row stays locked, so that questions of two
 * tabs are appended one after the other. Returns `false` when the user has no such conversation.
 */
export async function lockConversation(
  transaction: Queries,
  conversationId: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const found = await transaction
    .updateTable('assistant_conversation')
    .set((of) => ({ last_used_at: of.fn('greatest', ['last_used_at', of.val(now)]) }))
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .returning('conversation_id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Appends a turn to a locked conversation, unless its id already exists. */
export const insertTurn = (transaction: Queries, turn: NewTurn, now: Date) =>
  transaction
    .insertInto('assistant_turn')
    .values((of) => ({
      turn_id: turn.turnId,
      conversation_id: turn.conversationId,
      position: of
        .selectFrom('assistant_turn')
        .select((turns) =>
          turns(turns.fn.coalesce(turns.fn.max('position'), turns.val(0)), '+', 1).as('position'),
        )
        .where('conversation_id', '=', turn.conversationId),
      question: turn.question,
      prompt: turn.prompt,
      kind: turn.kind,
      reading: turn.reading,
      plan: turn.plan === null ? null : JSON.stringify(turn.plan),
      reason: turn.reason,
      unknown_words: [...turn.unknownWords],
      unknown_keys: [...turn.unknownKeys],
      asked_at: now,
      verdict: null,
      verdict_reason: null,
      verdict_at: null,
    }))
    .onConflict((conflict) => conflict.column('turn_id').doNothing())
    .execute();

export const deleteConversationOf = (queries: Queries, conversationId: string, userId: string) =>
  queries
    .deleteFrom('assistant_conversation')
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .execute();

/** Deletes all conversations of a user and returns their number. */
export async function deleteConversationsOf(queries: Queries, userId: string): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('assistant_conversation')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Sets or removes the verdict on a user's turn. Returns `false` when the user has no such turn. */
export async function setVerdict(
  queries: Queries,
  { turnId, verdict, reason }: { turnId: string; verdict: FeedbackVerdict | null; reason: string },
  userId: string,
  now: Date,
): Promise<boolean> {
  const changed = await queries
    .updateTable('assistant_turn')
    .set({
      verdict,
      verdict_reason: verdict === null ? null : reason,
      verdict_at: verdict === null ? null : now,
    })
    .where('turn_id', '=', turnId)
    .where('conversation_id', 'in', (of) =>
      of
        .selectFrom('assistant_conversation')
        .select('conversation_id')
        .where('user_id', '=', userId),
    )
    .returning('turn_id')
    .executeTakeFirst();
  return changed !== undefined;
}
