import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { requireEarlierRowEqual } from '#server/core/repeated-requests.ts';
import {
  deleteSynonym,
  getSynonyms,
  getTerms,
  postSynonym,
  type SynonymRow,
  synonymLimits,
} from '#shared/assistant/synonyms.ts';
import { phraseKey } from '#shared/assistant/words/tokens.ts';
import { dayIn } from '#shared/core/dates.ts';
import { cleanLine } from '#shared/core/text.ts';
import { findAskableLists } from '../lists.ts';
import {
  createSynonymReader,
  findSynonym,
  findSynonyms,
  insertSynonym,
  removeSynonym,
} from './queries.ts';
import { findSynonymProblem } from './rules.ts';
import { createTermReader, meaningsOf, searchTerms, type TermsByKey } from './terms.ts';

type StoredSynonym = NonNullable<Awaited<ReturnType<typeof findSynonym>>>;

const toRow = (stored: StoredSynonym, terms: TermsByKey): SynonymRow => ({
  synonymId: stored.synonym_id,
  word: stored.word,
  term: stored.term,
  list: stored.list,
  meanings: meaningsOf(terms, stored.term, stored.list),
  createdBy: stored.created_by,
  createdAt: stored.created_at.toISOString(),
});

export function synonymRoutes(
  app: FastifyInstance,
  { database: { foreground }, clock, env }: Dependencies,
): void {
  const readSynonyms = createSynonymReader(foreground);
  // Only admins can call these endpoints, so they use all lists that an admin can ask about.
  const lists = () => findAskableLists(app, 'admin');
  const readTerms = createTermReader(lists);

  route(app, getSynonyms, async () => {
    const terms = await readTerms();
    return { rows: (await findSynonyms(foreground)).map((stored) => toRow(stored, terms)) };
  });

  route(app, getTerms, async ({ query: { search } }) => ({
    rows: searchTerms(await readTerms(), search),
  }));

  route(app, postSynonym, async ({ body, user }) => {
    const { synonymId, term, list } = body;
    const word = cleanLine(body.word);
    const terms = await readTerms();
    const earlier = await findSynonym(foreground, synonymId);
    if (earlier === undefined) {
      const today = dayIn(env.BUSINESS_TIME_ZONE, clock());
      const synonyms = await readSynonyms();
      const problem = await findSynonymProblem({ word, term, list }, terms, {
        lists: lists(),
        today,
        synonyms,
      });
      if (problem !== undefined) throw unprocessable(problem);
      await foreground.transaction().execute(async (transaction) => {
        const [userId, now] = [user.id, clock()];
        const limits = { userId, now, most: synonymLimits.synonyms };
        if (await insertSynonym(transaction, { ...body, word, wordKey: phraseKey(word) }, limits))
          await writeAudit(transaction, {
            at: now,
            actor: userId,
            action: 'assistant.synonym.add',
            objectType: 'assistant_synonym',
            objectId: synonymId,
            detail: { after: { word, term, list } },
          });
      });
    }
    const isSame = (stored: StoredSynonym) =>
      stored.word === word && stored.term === term && stored.list === list;
    return toRow(
      requireEarlierRowEqual(
        await findSynonym(foreground, synonymId),
        isSame,
        `“${word}” couldn’t be added, because it was just added or the maximum of ${synonymLimits.synonyms} synonyms is reached. Review the list of synonyms.`,
      ),
      terms,
    );
  });

  route(app, deleteSynonym, async ({ params: { synonymId }, user }) => {
    await foreground.transaction().execute(async (transaction) => {
      const now = clock();
      const removed = await removeSynonym(transaction, synonymId, { userId: user.id, now });
      if (removed !== undefined)
        await writeAudit(transaction, {
          at: now,
          actor: user.id,
          action: 'assistant.synonym.remove',
          objectType: 'assistant_synonym',
          objectId: synonymId,
          detail: { before: removed },
        });
    });
    return {};
  });
}
