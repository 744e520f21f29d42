/** Keeps the newest answers, at most `most`, by their question. An answer that fails is forgotten, so that it is asked for again. */
export function recentAnswers<Answer>(most: number): (question: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const kept = new Map<string, Promise<Answer>>();
  return (question, ask) => {
    const answer = kept.get(question) ?? ask();
    // Last in, last out: what is asked for often stays.
    kept.delete(question);
    kept.set(question, answer);
    for (const [oldest] of kept) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    answer.catch(() => {
      if (kept.get(question) === answer) kept.delete(question);
    });
    return answer;
  };
}
