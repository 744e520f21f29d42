/** Files and API calls that a page's HTML preloads, so that they load while the app starts. */
interface PagePreload {
  /** Source files by their names in the bundle, in the order in which the page needs them. */
  parts: readonly string[];
  /** Paths of the page's API calls. `:id` is replaced by the id in the page's URL. */
  calls: readonly string[];
}

/**
 * Files and calls to preload by page path. A room exports them from `preloads.ts`. Pages without
 * an entry load more slowly.
 */
export type PagePreloads = Readonly<Record<string, PagePreload>>;
