interface Line {
  inWork: number;
  waiting: Set<() => void>;
}

interface ConcurrencyLimits {
  /** Maximum number of tasks that run at once per key. */
  atOnce: number;
  /** Maximum number of waiting tasks per key. */
  waiting: number;
  /** Maximum wait of one task, in milliseconds. */
  waitMilliseconds: number;
}

/** Limits how many tasks run at once per key. Further tasks wait in order of arrival. */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #lines = new Map<string, Line>();

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when its turn comes. Throws the error returned by `refuse` when too many tasks wait
   * or the wait is too long.
   */
  async take<T>(key: string, work: () => T | Promise<T>, refuse: () => Error): Promise<T> {
    const line = this.#lines.get(key) ?? { inWork: 0, waiting: new Set() };
    this.#lines.set(key, line);
    if (line.inWork < this.#limits.atOnce) line.inWork += 1;
    else await this.#wait(line, refuse);
    try {
      return await work();
    } finally {
      this.#end(key, line);
    }
  }

  #wait({ waiting }: Line, refuse: () => Error): Promise<void> {
    if (waiting.size >= this.#limits.waiting) throw refuse();
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(refuse());
      }, this.#limits.waitMilliseconds);
      waiting.add(begin);
    });
  }

  /** Passes the turn to the first waiting task. */
  #end(key: string, line: Line): void {
    const [next] = line.waiting;
    if (next !== undefined) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.inWork -= 1;
    if (line.inWork === 0) this.#lines.delete(key);
  }
}
