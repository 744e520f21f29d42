import { z } from 'zod';
import {
  createListAnswerSchema,
  createUrlDecimalSchema,
  endpoint,
  idInUrlSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import {
  churnFeatureKeys,
  comparisonOperators,
  signalSchema,
  signalValueSchema,
} from '../patterns/signals.ts';
import { maxLossTextLengths } from './losses.ts';

const text = textSchema.trim().max(maxLossTextLengths.retro).default('');
const facts = z.strictObject({
  didWell: text,
  signalsSeen: text,
  missed: signalSchema,
  changes: text,
  learning: text,
});
export type LossReviewInput = z.output<typeof facts>;

const retroSchema = facts.extend({ by: personSchema, at: z.iso.datetime(), version: z.int() });
export type LossReview = z.output<typeof retroSchema>;

const lossParams = z.strictObject({ id: idInUrlSchema, lossId: z.uuid() });
const path = '/api/institution/:id/losses/:lossId/retro';
const response = z.strictObject({ retro: retroSchema.nullable() });

/** Minimum number of days before the notice at which a signal is early enough to act on. */
export const minimumSignalLeadDays = 30;

const knownSchema = z.strictObject({
  on: z.iso.date(),
  values: z.array(z.strictObject({ feature: z.enum(churnFeatureKeys), value: z.number() })),
});
export type FeaturesBeforeNotice = z.output<typeof knownSchema>;

export const getLossReview = endpoint({
  method: 'GET',
  path,
  summary:
    'Review of a loss, null before the first save; and the feature values that were known early enough before the notice, null without such values',
  params: lossParams,
  response: response.extend({ known: knownSchema.nullable() }),
});

export const postLossReview = endpoint({
  method: 'POST',
  path,
  summary:
    'Save the review of a loss; 409 when another user saved it since `version`, which is 0 before the first save',
  params: lossParams,
  body: facts.extend({ version: versionSchema }),
  response,
});

export const signalBackTestSchema = z.strictObject({
  /**
   * `came`: number of times the signal appeared at a customer. `left`: number of these appearances
   * followed by a notice within 60 days.
   */
  came: z.int(),
  left: z.int(),
  /**
   * `all`: number of pairs of a customer and a Sunday with a known outcome. `allLeft`: number of
   * these pairs followed by a notice within 60 days.
   */
  all: z.int(),
  allLeft: z.int(),
});
export type SignalBackTest = z.output<typeof signalBackTestSchema>;

export const getSignalBackTest = endpoint({
  method: 'GET',
  path: '/api/churn/back-test',
  summary:
    'Back-test a candidate pattern on past Sundays with a known outcome, excluding the customer it was derived from',
  query: z.object({
    feature: z.enum(churnFeatureKeys),
    comparison: z.enum(comparisonOperators),
    value: createUrlDecimalSchema(signalValueSchema),
    without: idInUrlSchema,
  }),
  response: signalBackTestSchema,
});

export const missedSignalSchema = z.strictObject({
  signal: signalSchema,
  /** Number of losses whose review names the signal. */
  lookBacks: z.int(),
  backTest: signalBackTestSchema,
});
export type MissedSignal = z.output<typeof missedSignalSchema>;

export const getMissedSignals = endpoint({
  method: 'GET',
  path: '/api/churn/candidate-patterns',
  summary:
    'Signals that reviews name as missed, most frequent first, with a back-test of each. A back-test leaves out the customers whose reviews name the signal',
  response: createListAnswerSchema(missedSignalSchema),
});
