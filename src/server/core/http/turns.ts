interface Line {
  inWork: number;
  waiting: Set<() => void>;
}

interface TurnLimits {
  /** How many of one key's turns may run at once. */
  atOnce: number;
  /** How many more may wait. */
  waiting: number;
  /** How long each of them waits at most. */
  waitMilliseconds: number;
}

/** Lets a few turns of each key run at once; the next ones wait for them in the order in which they came. */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #lines = new Map<string, Line>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Runs the work when its turn has come. When too many wait, or it waits too long, it is not run: `refuse` makes the error. */
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

  /** Hands the turn on to the first that waits. */
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
