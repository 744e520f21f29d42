/**
 * Cache of the values that were used last, at most `most`. The least recently used value is removed
 * first.
 */
export class LruCache<Value> {
  readonly #most: number;
  /** Values by key, least recently used first. */
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the cached value; otherwise, makes and caches it. */
  getOrMake(key: string, make: () => Value): Value {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const [oldest] of this.#values) {
      if (this.#values.size <= this.#most) break;
      this.#values.delete(oldest);
    }
    return value;
  }

  /** Removes a value, unless the key has another value by now. */
  remove(key: string, value: Value): void {
    if (this.#values.get(key) === value) this.#values.delete(key);
  }
}
