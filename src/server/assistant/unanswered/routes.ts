import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { getUnanswered, type UnknownWord, unansweredLimits } from '#shared/assistant/unanswered.ts';
import {
  findBadAnswers,
  findRefusedQuestions,
  findUnknownWordQuestions,
  type UnknownWordQuestion,
} from './queries.ts';

/** Groups questions, newest first, by their unknown word. The most frequent words come first. */
function groupByWord(questions: readonly UnknownWordQuestion[]): UnknownWord[] {
  const groups = Map.groupBy(questions, ({ key }) => key);
  return [...groups.values()]
    .flatMap(([newest, ...others]): UnknownWord[] =>
      newest === undefined
        ? []
        : [
            {
              word: newest.word,
              questions: others.reduce((sum, each) => sum + each.questions, newest.questions),
              lastAskedAt: newest.lastAskedAt.toISOString(),
              examples: [newest, ...others]
                .slice(0, unansweredLimits.examples)
                .map(({ question }) => question),
            },
          ],
    )
    .toSorted((one, other) => other.questions - one.questions)
    .slice(0, unansweredLimits.rows);
}

export function unansweredRoutes(
  app: FastifyInstance,
  { database: { foreground } }: Dependencies,
): void {
  route(app, getUnanswered, async () => ({
    words: groupByWord(await findUnknownWordQuestions(foreground)),
    refused: await findRefusedQuestions(foreground),
    badAnswers: await findBadAnswers(foreground),
  }));
}
