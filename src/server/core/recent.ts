/**
 * Returns a function that caches answers by question, at most `most`. The least recently used
 * answer is removed first. A failed answer is not cached, so that the next call asks again.
 */
export function createRecentAnswerCache<Answer>(
  most: number,
): (question: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (question, ask) => {
    const answer = answers.get(question) ?? ask();
    // Moves the answer to the end of the map, so that frequently used answers stay in the cache.
    answers.delete(question);
    answers.set(question, answer);
    for (const [oldest] of answers) {
      if (answers.size <= most) break;
      answers.delete(oldest);
    }
    answer.catch(() => {
      if (answers.get(question) === answer) answers.delete(question);
    });
    return answer;
  };
}
