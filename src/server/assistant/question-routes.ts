import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { countAgainstLimit } from '#server/core/http/rate-limits.ts';
import { createRequestSignal } from '#server/core/http/request-signal.ts';
import { route } from '#server/core/http/route.ts';
import { maxQuestionsPerMinute, type Outcome, postQuestion } from '#shared/assistant/assistant.ts';
import { postRewrite, type Rewrite } from '#shared/assistant/rewrite.ts';
import { phraseKey } from '#shared/assistant/words/tokens.ts';
import { countText } from '#shared/core/words.ts';
import { answerQuestion } from './answer/answer.ts';
import { createAskContext } from './context.ts';
import { checkTurnStorage, storeTurn } from './conversations/record.ts';
import { rewriteQuestion } from './rewrite/rewrite.ts';
import { createSynonymReader } from './synonyms/queries.ts';

const noModel: Rewrite = { kind: 'none', reason: 'No language model is configured.' };

const tooManyQuestions = `You can ask ${countText(maxQuestionsPerMinute, 'question')} a minute.`;

export function questionRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { clock, database, llm } = dependencies;
  const readSynonyms = createSynonymReader(database.foreground);
  const rate = app.createRateLimit({
    max: maxQuestionsPerMinute,
    timeWindow: 60_000,
    keyGenerator: ({ user }) => user?.id ?? '',
  });

  route(app, postQuestion, async ({ body, user, request, reply }) => {
    const { conversationId, turnId, question, prompt } = body;
    const ids =
      conversationId === undefined || turnId === undefined ? null : { conversationId, turnId };
    await countAgainstLimit(rate, request, tooManyQuestions);
    const place =
      ids === null
        ? null
        : await checkTurnStorage(database.foreground, { ...ids, question }, user.id);
    const { outcome, unknownWords } = await answerQuestion(
      body,
      createAskContext(app, dependencies, user, await readSynonyms()),
    );
    // A question that the user has stopped isn't part of the conversation.
    const isStopped = reply.raw.destroyed;
    if (ids !== null && place !== null && !place.isStored && !isStopped)
      await storeTurn(
        database,
        {
          ...ids,
          question,
          prompt: body.plan === null ? null : (prompt ?? null),
          ...storedFields(outcome),
          unknownWords,
          unknownKeys: unknownWords.map(phraseKey),
        },
        { isNewConversation: place.isNewConversation, userId: user.id, now: clock() },
      );
    return outcome;
  });

  route(app, postRewrite, async ({ body: { question }, user, request, reply }) => {
    if (llm === null) return noModel;
    await countAgainstLimit(rate, request, tooManyQuestions);
    const signal = createRequestSignal(reply);
    return rewriteQuestion(
      question,
      createAskContext(app, dependencies, user, await readSynonyms()),
      { queries: database.foreground, model: llm, signal },
    );
  });
}

/** Returns the stored part of an outcome, which contains no figures and no rows. */
const storedFields = (outcome: Outcome) => ({
  kind: outcome.kind,
  reading: outcome.kind === 'answer' || outcome.kind === 'explain' ? outcome.reading : null,
  plan: outcome.kind === 'answer' ? outcome.plan : null,
  reason: outcome.kind === 'refuse' ? outcome.reason : null,
});
