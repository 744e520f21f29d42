import type { Clock } from '#server/core/clock/clock.ts';

/** How long an answer is kept in memory, in milliseconds, and how many answers. */
const kept = { milliseconds: 10 * 60_000, most: 500 };

interface SharedAnswer<Answer> {
  answer: Promise<Answer>;
  stop: AbortController;
  /** Number of callers that wait for the answer. */
  waiting: number;
  isComplete: boolean;
  until: number;
}

type AskOnce<Answer> = (
  question: string,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Answer>,
) => Promise<Answer>;

/**
 * Returns a function that asks each question once in ten minutes, and keeps the answer in memory
 * only. Simultaneous callers with the same question share one call, which is aborted when all of
 * them have aborted. A failed answer is not kept.
 */
export function createSharedAnswers<Answer>(clock: Clock): AskOnce<Answer> {
  // Ordered by time: every entry is kept equally long.
  const entries = new Map<string, SharedAnswer<Answer>>();

  function forget(question: string, entry: SharedAnswer<Answer>): void {
    if (entries.get(question) === entry) entries.delete(question);
  }

  function forgetOld(now: number): void {
    for (const [question, entry] of entries) {
      if (entry.until > now && entries.size <= kept.most) return;
      entries.delete(question);
    }
  }

  function begin(
    question: string,
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): SharedAnswer<Answer> {
    const stop = new AbortController();
    const entry: SharedAnswer<Answer> = {
      answer: ask(stop.signal),
      stop,
      waiting: 0,
      isComplete: false,
      until: clock().getTime() + kept.milliseconds,
    };
    entries.set(question, entry);
    entry.answer.then(
      () => {
        entry.isComplete = true;
      },
      () => forget(question, entry),
    );
    return entry;
  }

  return async (question, signal, ask) => {
    signal.throwIfAborted();
    forgetOld(clock().getTime());
    const entry = entries.get(question) ?? begin(question, ask);
    entry.waiting += 1;
    try {
      return await answerOrAbort(entry.answer, signal);
    } finally {
      entry.waiting -= 1;
      if (entry.waiting === 0 && !entry.isComplete) {
        forget(question, entry);
        entry.stop.abort();
      }
    }
  };
}

/** Returns the answer, or throws the signal's reason as soon as it aborts. */
function answerOrAbort<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  return promise;
}
