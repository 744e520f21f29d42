/**
 * Returns a function that repeats its last result while its arguments stay the same. Rows derived
 * from a cached list then stay the same array, and what is derived from the array stays cached.
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
