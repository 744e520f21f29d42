import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';

/** Maximum number of entries of each kind, and of example questions of a word. */
export const unansweredLimits = { rows: 100, examples: 5 } as const;

const unknownWordSchema = z.strictObject({
  /** Word as it was typed last. Spellings that differ only in case or a plural count as one word. */
  word: z.string(),
  /** Number of questions with the word. */
  questions: z.int(),
  lastAskedAt: z.iso.datetime(),
  /** Newest different questions with the word. */
  examples: z.array(z.string()),
});
export type UnknownWord = z.output<typeof unknownWordSchema>;

const refusedSchema = z.strictObject({
  question: z.string(),
  reason: z.string(),
  /** Number of times that the question was asked. */
  times: z.int(),
  lastAskedAt: z.iso.datetime(),
});
export type RefusedQuestion = z.output<typeof refusedSchema>;

const badAnswerSchema = z.strictObject({
  turnId: z.uuid(),
  question: z.string(),
  /** How the question was understood; `null` without an answer. */
  reading: z.string().nullable(),
  /** Empty without a reason. */
  reason: z.string(),
  ratedAt: z.iso.datetime(),
});
export type BadAnswer = z.output<typeof badAnswerSchema>;

export const getUnanswered = endpoint({
  method: 'GET',
  path: '/api/assistant/unanswered',
  summary: 'Questions without an answer: unknown words, other refusals and bad ratings',
  role: 'admin',
  response: z.strictObject({
    /** Most frequent words first. */
    words: z.array(unknownWordSchema),
    /** Refused questions without an unknown word, newest first. */
    refused: z.array(refusedSchema),
    /** Answers that users rated as bad, newest first. */
    badAnswers: z.array(badAnswerSchema),
  }),
});
