import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import {
  deleteConversation,
  deleteConversations,
  type FeedbackVerdict,
  getConversation,
  getConversations,
  postFeedback,
} from '#shared/assistant/conversations.ts';
import {
  deleteConversationOf,
  deleteConversationsOf,
  findConversation,
  findConversations,
  findTurns,
  setVerdict,
} from './queries.ts';
import { parseStoredPlan } from './record.ts';

const toFeedback = (verdict: FeedbackVerdict | null, reason: string | null) =>
  verdict === null ? null : { verdict, reason: reason ?? '' };

export function conversationRoutes(app: FastifyInstance, { database, clock }: Dependencies): void {
  const { foreground } = database;

  route(app, getConversations, async ({ user }) => ({
    rows: (await findConversations(foreground, user.id)).map((row) => ({
      conversationId: row.conversation_id,
      title: row.title,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      turns: row.turns ?? 0,
    })),
  }));

  route(app, getConversation, async ({ params: { conversationId }, user }) => {
    const found = await findConversation(foreground, conversationId);
    if (found === undefined || found.user_id !== user.id) throw notFound('This conversation');
    const turns = (await findTurns(foreground, conversationId)).toReversed();
    return {
      conversationId,
      title: found.title,
      createdAt: found.created_at.toISOString(),
      lastUsedAt: found.last_used_at.toISOString(),
      earlierTurns: Math.max(0, (turns[0]?.position ?? 1) - 1),
      turns: turns.map((turn) => ({
        turnId: turn.turn_id,
        question: turn.question,
        prompt: turn.prompt,
        kind: turn.kind,
        reading: turn.reading,
        plan: parseStoredPlan(turn.plan),
        reason: turn.reason,
        unknownWords: turn.unknown_words,
        askedAt: turn.asked_at.toISOString(),
        feedback: toFeedback(turn.verdict, turn.verdict_reason),
      })),
    };
  });

  route(app, deleteConversation, async ({ params: { conversationId }, user }) => {
    await deleteConversationOf(foreground, conversationId, user.id);
    return {};
  });

  route(app, deleteConversations, async ({ user }) => ({
    deleted: await deleteConversationsOf(foreground, user.id),
  }));

  route(app, postFeedback, async ({ params: { turnId }, body: { verdict, reason }, user }) => {
    if (!(await setVerdict(foreground, { turnId, verdict, reason }, user.id, clock())))
      throw notFound('This question');
    return { feedback: toFeedback(verdict, reason) };
  });
}
