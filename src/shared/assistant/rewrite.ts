import { z } from 'zod';
import { endpoint, textSchema } from '#shared/core/endpoint.ts';
import { maxQuestionLength, maxQuestionsPerMinute } from './assistant.ts';
import { sentPlanSchema } from './plan.ts';

const rewriteSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('suggestion'),
    /** Readings of the rewritten question with their plans. No plan has run. */
    readings: z.array(z.strictObject({ reading: z.string(), plan: sentPlanSchema })).min(1),
  }),
  z.strictObject({ kind: z.literal('none'), reason: z.string() }),
]);
export type Rewrite = z.output<typeof rewriteSchema>;

export const postRewrite = endpoint({
  method: 'POST',
  path: '/api/assistant/rewrite',
  summary: `Let the language model rewrite a question that could not be answered; counts as one of ${maxQuestionsPerMinute} questions a minute`,
  body: z.strictObject({ question: textSchema.trim().min(1).max(maxQuestionLength) }),
  response: rewriteSchema,
});

export const getRewriteExample = endpoint({
  method: 'GET',
  path: '/api/assistant/rewrite/example',
  summary: 'Get an example of the text that the language model would receive; nothing is sent',
  role: 'admin',
  response: z.strictObject({
    question: z.string(),
    messages: z.array(z.strictObject({ role: z.enum(['system', 'user']), content: z.string() })),
  }),
});
