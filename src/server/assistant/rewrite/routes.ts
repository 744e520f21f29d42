import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { getRewriteExample } from '#shared/assistant/rewrite.ts';
import { createAskContext } from '../context.ts';
import { maskQuestion } from './mask-rules.ts';
import { readPrivateNames } from './names.ts';
import { buildRewriteMessages } from './prompt.ts';

export function rewriteExampleRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  route(app, getRewriteExample, async ({ user }) => {
    const context = createAskContext(app, dependencies, user, []);
    const names = await readPrivateNames(dependencies.database.foreground, context);
    const [[customer] = ['Elm Dental']] = names.customers.values();
    const question = `Might ${customer} walk away, like the accounts of ${user.name}?`;
    const { text } = maskQuestion(question, names);
    return { question, messages: buildRewriteMessages(context.lists, text) };
  });
}
