import { z } from 'zod';
import { createListAnswerSchema, endpoint, textSchema } from '#shared/core/endpoint.ts';
import { listNameSchema } from '#shared/list/saved-views.ts';

export const synonymLimits = { characters: 60, words: 5, synonyms: 500, terms: 30 } as const;

/** Words on which the meaning of a question depends. They can't be part of a synonym. */
export const reservedWords = [
  ...[
    'not',
    'no',
    'without',
    'except',
    'or',
    'and',
    'only',
    'per',
    'each',
    'both',
    'most',
    'least',
  ],
  ...[
    'nor',
    'neither',
    'either',
    'never',
    'none',
    'nobody',
    'nothing',
    'cannot',
    'hardly',
    'barely',
  ],
  ...['unless', 'if', 'than', 'ago', 'last', 'next', 'was', 'were', 'did', 'had', 'will', 'may'],
  ...['between', 'since', 'until', 'yet', 'other', 'but', 'instead', 'some', 'every', 'half'],
  ...['more', 'less', 'all', 'any', 'new', 'over', 'under', 'before', 'after', 'by', 'my', 'me'],
] as const;

const meaningSchema = z.strictObject({
  /** Key of the list in which the term has the meaning; `null` for every list. */
  list: z.string().nullable(),
  /** Noun of the list, such as 'customers'; `null` for every list. */
  listName: z.string().nullable(),
  /** The meaning in words, such as 'State: Texas'. */
  text: z.string(),
});
export type TermMeaning = z.output<typeof meaningSchema>;

const termSchema = z.strictObject({ term: z.string(), meanings: z.array(meaningSchema) });
export type Term = z.output<typeof termSchema>;

const synonymSchema = z.strictObject({
  synonymId: z.uuid(),
  word: z.string(),
  term: z.string(),
  /** Key of the only list in which the word is known; `null` for all lists. */
  list: z.string().nullable(),
  /** Meanings of the word; empty when no list knows the term anymore. */
  meanings: z.array(meaningSchema),
  /** Name of the admin; `null` when the account was deleted. */
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type SynonymRow = z.output<typeof synonymSchema>;

const phraseSchema = textSchema
  .trim()
  .min(1, 'must not be empty')
  .max(synonymLimits.characters, `must have at most ${synonymLimits.characters} characters`);

export const getSynonyms = endpoint({
  method: 'GET',
  path: '/api/assistant/synonyms',
  summary: 'List the words that administrators added to the assistant',
  role: 'admin',
  response: createListAnswerSchema(synonymSchema),
});

/** The page creates the synonym's id, so that a double click creates one synonym. */
export const postSynonym = endpoint({
  method: 'POST',
  path: '/api/assistant/synonyms',
  summary: 'Add a word that stands for a term of the lists, for all users',
  role: 'admin',
  body: z.strictObject({
    synonymId: z.uuid(),
    word: phraseSchema,
    term: phraseSchema,
    list: listNameSchema.nullable(),
  }),
  response: synonymSchema,
});

export const deleteSynonym = endpoint({
  method: 'DELETE',
  path: '/api/assistant/synonyms/:synonymId',
  summary: 'Remove a word that an administrator added; succeeds again when already removed',
  role: 'admin',
  params: z.strictObject({ synonymId: z.uuid() }),
  body: z.strictObject({}),
  response: z.strictObject({}),
});

export const getTerms = endpoint({
  method: 'GET',
  path: '/api/assistant/terms',
  summary: `Find labels, nouns, values and phrases of the lists, at most ${synonymLimits.terms}`,
  role: 'admin',
  query: z.object({ search: textSchema.max(synonymLimits.characters).default('') }),
  response: createListAnswerSchema(termSchema),
});
