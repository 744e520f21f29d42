import { LruCache } from '#shared/core/lru-cache.ts';

/**
 * Returns a function that caches answers by question, at most `most`. The least recently used
 * answer is removed first. A failed answer is not cached, so that the next call asks again.
 */
export function createRecentAnswerCache<Answer>(
  most: number,
): (question: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const answers = new LruCache<Promise<Answer>>(most);
  return (question, ask) => {
    const answer = answers.getOrMake(question, ask);
    answer.catch(() => answers.remove(question, answer));
    return answer;
  };
}
