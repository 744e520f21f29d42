/** Invisible text of typical length, so that the freshness of a page keeps its height while loading. */
export const exampleAges = ' · provisional 12 h ago · usage 12 h ago · benchmarks 12 h ago';
