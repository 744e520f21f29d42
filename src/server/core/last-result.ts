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
