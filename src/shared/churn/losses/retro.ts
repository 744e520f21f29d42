import { z } from 'zod';
import { decimalInAddress, endpoint, idInAddress, listAnswer, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { comparisons, featureKeys, signalSchema, signalValueSchema } from '../patterns/signals.ts';
import { lossTextLimits } from './losses.ts';

const text = textSchema.trim().max(lossTextLimits.retro).default('');
const facts = z.strictObject({ didWell: text, signalsSeen: text, missed: signalSchema, changes: text, learning: text });
export type RetroFacts = z.output<typeof facts>;

const retroSchema = facts.extend({ by: personSchema, at: z.iso.datetime(), version: z.int() });
export type Retro = z.output<typeof retroSchema>;

const lossParams = z.strictObject({ id: idInAddress, lossId: z.uuid() });
const path = '/api/institution/:id/losses/:lossId/retro';
const response = z.strictObject({ retro: retroSchema.nullable() });

/** A signal is early enough so many days before the notice. */
export const signalDaysBefore = 30;

const knownSchema = z.strictObject({
  on: z.iso.date(),
  values: z.array(z.strictObject({ feature: z.enum(featureKeys), value: z.number() })),
});
export type KnownBefore = z.output<typeof knownSchema>;

export const getRetro = endpoint({
  method: 'GET',
  path,
  summary: 'What was learned from a loss, null before anybody looked back; and what was known early enough, null where nothing was',
  params: lossParams,
  response: response.extend({ known: knownSchema.nullable() }),
});

export const postRetro = endpoint({
  method: 'POST',
  path,
  summary: 'Keep what was learned from a loss; 409 when somebody else did since `version`, which is 0 for the first',
  params: lossParams,
  body: facts.extend({ version: versionSchema }),
  response,
});

export const backTestSchema = z.strictObject({
  /** How often the signal came to a customer, and how often a notice followed within 60 days. */
  came: z.int(),
  left: z.int(),
  /** Customers on Sundays whose outcome is known, and those of them that gave notice within 60 days. */
  all: z.int(),
  allLeft: z.int(),
});
export type BackTest = z.output<typeof backTestSchema>;

export const getBackTest = endpoint({
  method: 'GET',
  path: '/api/churn/back-test',
  summary: 'How a candidate pattern did on past Sundays whose outcome is known, without the customer that it was taken from',
  query: z.object({
    feature: z.enum(featureKeys),
    comparison: z.enum(comparisons),
    value: decimalInAddress(signalValueSchema),
    without: idInAddress,
  }),
  response: backTestSchema,
});

export const candidatePatternSchema = z.strictObject({
  signal: signalSchema,
  /** Losses whose look-back names it. */
  lookBacks: z.int(),
  backTest: backTestSchema,
});
export type CandidatePattern = z.output<typeof candidatePatternSchema>;

export const getCandidatePatterns = endpoint({
  method: 'GET',
  path: '/api/churn/candidate-patterns',
  summary:
    'The signals that look-backs named as missed, those of most losses first, each tried on past customers that it was not taken from',
  response: listAnswer(candidatePatternSchema),
});
