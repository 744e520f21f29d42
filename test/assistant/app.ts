import { answerQuestion } from '#server/assistant/answer/answer.ts';
import { createAskContext } from '#server/assistant/context.ts';
import { buildSessionCookie, createSession } from '#server/auth/session.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { AskableList } from '#shared/assistant/askable-lists.ts';
import { type Outcome, postQuestion } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { buildTestApp } from '#test/app.ts';
import { createTestDatabase } from '#test/database.ts';
import { fillWithSmallDemo, openSmallDemo } from '#test/small-demo-database.ts';
import type { Get } from './world.ts';

/** App on which questions are asked. */
export interface EvaluatedApp {
  dependencies: Dependencies;
  get: Get;
  /**
   * Answers a question in the same way as the API, but without the API's limit per minute. `plan`
   * is the plan of an option from an earlier answer, and replaces the question. Returns `null` when
   * the API would refuse the request.
   */
  ask(question: string, plan?: SentPlan): Promise<Outcome | null>;
  /** Lists about which questions are asked. */
  lists: readonly AskableList[];
  /** Name of the user who asks. */
  viewer: string;
  close(): Promise<void>;
}

/** Demo user who asks. The user owns customers, and becomes an admin to ask about every list. */
const viewerEmail = 'avery.admin@chairside.example';

/**
 * Builds the app with a frozen clock, a small demo and churn predictions. With `seed`, the demo is
 * made from this seed.
 */
export async function buildEvaluatedApp(seed?: string): Promise<EvaluatedApp> {
  const filled = seed === undefined ? await openSmallDemo() : await createTestDatabase();
  if (seed !== undefined) await fillWithSmallDemo(filled.database, seed);
  const { app, dependencies, close } = await buildTestApp({ database: filled });
  const { database, env } = dependencies;
  const user = await database.foreground
    .updateTable('app_user')
    .set({ role: 'admin' })
    .where('email', '=', viewerEmail)
    .returning(['user_id', 'name'])
    .executeTakeFirstOrThrow();
  const context = createAskContext(app, dependencies, { name: user.name, role: 'admin' }, []);
  const cookie = `${buildSessionCookie(env).name}=${await createSession(dependencies, user.user_id)}`;
  return {
    dependencies,
    viewer: user.name,
    lists: context.lists,
    get: (url) => app.inject({ url, headers: { cookie, 'sec-fetch-site': 'same-origin' } }),
    async ask(question, plan) {
      const request = postQuestion.body.safeParse({ question, plan: plan ?? null });
      if (!request.success) return null;
      const { outcome } = await answerQuestion(request.data, context);
      return postQuestion.response.parse(outcome);
    },
    close,
  };
}
