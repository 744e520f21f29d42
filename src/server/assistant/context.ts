import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { QuestionAboutCustomer } from '#server/institutions/customer-questions.ts';
import type { AskableList } from '#shared/assistant/askable-lists.ts';
import type { Synonym } from '#shared/assistant/words/lexicon.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { User } from '#shared/core/user.ts';
import { findAskableLists } from './lists.ts';

/** User who asks, and the lists about which questions can be asked. */
export interface AskContext extends Pick<Dependencies, 'log' | 'database' | 'clock' | 'env'> {
  lists: readonly AskableList[];
  /** Name of the user who asks; `null` for a question without a user. */
  viewer: string | null;
  /** Business day. */
  today: string;
  /** Words that administrators added. */
  synonyms: readonly Synonym[];
  /** Questions about one customer that are answered in sentences. */
  customerQuestions: readonly QuestionAboutCustomer[];
}

/** Returns the context of a user's questions; without a user, every list can be asked. */
export const createAskContext = (
  app: FastifyInstance,
  { database, clock, env, log }: Pick<Dependencies, 'database' | 'clock' | 'env' | 'log'>,
  user: Pick<User, 'name' | 'role'> | null,
  synonyms: readonly Synonym[],
): AskContext => ({
  lists: findAskableLists(app, user?.role ?? 'admin'),
  viewer: user?.name ?? null,
  today: dayIn(env.BUSINESS_TIME_ZONE, clock()),
  synonyms,
  customerQuestions: app.rooms.flatMap(({ customerQuestions = [] }) => customerQuestions),
  database,
  clock,
  env,
  log,
});
