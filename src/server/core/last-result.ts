/**
 * Returns a function that returns its previous result as long as its arguments are the same. The
 * result is then also the same object, so caches that use it as their key stay valid.
 */
export function reuseLastResult<Arguments extends readonly unknown[], Result>(
  compute: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  let last: { given: Arguments; result: Result } | undefined;
  return (...given) => {
    const isSame = last?.given.every((each, at) => each === given[at]) === true;
    if (last === undefined || !isSame) last = { given, result: compute(...given) };
    return last.result;
  };
}

/**
 * Returns a function that returns its previous result for an object as long as the other arguments
 * are the same. Results are kept as long as their objects exist.
 */
export function reuseLastResultPerObject<
  Key extends object,
  Arguments extends readonly unknown[],
  Result,
>(compute: (key: Key, ...given: Arguments) => Result): (key: Key, ...given: Arguments) => Result {
  const results = new WeakMap<Key, { given: Arguments; result: Result }>();
  return (key, ...given) => {
    const last = results.get(key);
    if (last?.given.every((each, at) => each === given[at]) === true) return last.result;
    const result = compute(key, ...given);
    results.set(key, { given, result });
    return result;
  };
}

/**
 * Returns a function that returns the previous array instead of a new one with the same elements, so
 * that caches that use the array as their key stay valid.
 */
export function createEqualArrayReuser<Element>(): (elements: Element[]) => Element[] {
  let last: Element[] = [];
  return (elements) => {
    const isSame =
      elements.length === last.length && elements.every((element, at) => element === last[at]);
    if (!isSame) last = elements;
    return last;
  };
}
