import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import {
  type BadAnswer,
  type RefusedQuestion,
  unansweredLimits,
} from '#shared/assistant/unanswered.ts';

/** Number of the newest refused questions that are evaluated. */
const maxRefused = 20_000;

/** Refused question and one of its unknown words, counted over all users. */
export interface UnknownWordQuestion {
  key: string;
  /** Word as it was typed last. */
  word: string;
  question: string;
  questions: number;
  lastAskedAt: Date;
}

/**
 * Returns the refused questions by unknown word, newest first. Leaves out a question that was
 * refused before the word became a synonym.
 */
export async function findUnknownWordQuestions(queries: Queries): Promise<UnknownWordQuestion[]> {
  const { rows } = await sql<UnknownWordQuestion>`
    with refused as (
      select question, unknown_words, unknown_keys, asked_at from assistant_turn
      where kind = 'refuse' order by asked_at desc limit ${maxRefused}),
    unknown as (
      select key, word, question, asked_at from refused, unnest(unknown_keys, unknown_words) as u (key, word)
      where not exists (select from assistant_synonym s
        where s.word_key = u.key and s.removed_at is null and s.created_at >= refused.asked_at))
    select key, (array_agg(word order by asked_at desc))[1] as word, question,
      count(*)::integer as questions, max(asked_at) as "lastAskedAt"
    from unknown group by key, question order by "lastAskedAt" desc, question`.execute(queries);
  return rows;
}

/** Returns refused questions without an unknown word, newest first. */
export async function findRefusedQuestions(queries: Queries): Promise<RefusedQuestion[]> {
  const rows = await queries
    .selectFrom('assistant_turn')
    .select((of) => [
      'question',
      of.fn.coalesce('reason', of.val('')).as('reason'),
      of.cast<number>(of.fn.countAll(), 'integer').as('times'),
      of.fn.max('asked_at').as('last_asked_at'),
    ])
    .where('kind', '=', 'refuse')
    .where('unknown_words', '=', sql<string[]>`'{}'`)
    .groupBy(['question', 'reason'])
    .orderBy('last_asked_at', 'desc')
    .orderBy('question')
    .limit(unansweredLimits.rows)
    .execute();
  return rows.map(({ last_asked_at, ...row }) => ({
    ...row,
    lastAskedAt: last_asked_at.toISOString(),
  }));
}

/** Returns answers that users rated as bad, newest first. */
export async function findBadAnswers(queries: Queries): Promise<BadAnswer[]> {
  const rows = await queries
    .selectFrom('assistant_turn')
    .select((of) => [
      'turn_id',
      of.fn.coalesce('prompt', 'question').as('question'),
      'reading',
      'verdict_reason',
      of.fn.coalesce('verdict_at', 'asked_at').as('rated_at'),
    ])
    .where('verdict', '=', 'down')
    .orderBy('verdict_at', 'desc')
    .orderBy('turn_id')
    .limit(unansweredLimits.rows)
    .execute();
  return rows.map((row) => ({
    turnId: row.turn_id,
    question: row.question,
    reading: row.reading,
    reason: row.verdict_reason ?? '',
    ratedAt: row.rated_at.toISOString(),
  }));
}
