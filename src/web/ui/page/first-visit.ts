/** Files and calls that a page's HTML preloads, so that they load in parallel with the app. */
interface FirstVisit {
  /** Source files as named in the bundle, in the order in which the page needs them. */
  parts: readonly string[];
  /** Paths of the page's API calls; `:id` is taken from the page's URL. */
  calls: readonly string[];
}

/**
 * First visits of a room's pages, by page path. A room exports them from `first-visit.ts`; pages
 * without an entry load slower.
 */
export type FirstVisits = Readonly<Record<string, FirstVisit>>;
