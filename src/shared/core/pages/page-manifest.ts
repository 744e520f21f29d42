import { z } from 'zod';

const addresses = z.array(z.string());
const pageCallsSchema = z.object({
  /** Calls of all tabs of the page. */
  always: addresses,
  first: addresses,
});
export type PageCalls = z.infer<typeof pageCallsSchema>;

/**
 * Manifest of the built pages, `dist/pages.json`: written by the build from the table of pages,
 * read by the server.
 */
export const pageManifestSchema = z.array(
  z.object({
    /** Path in the router (`/institution/:id/overview`); `*` is the page for all other paths. */
    path: z.string(),
    /** File in `dist`; its placeholder `%ORIGIN%` is replaced by the site's origin. */
    html: z.string(),
    /** File for signed-in users instead of `html`. */
    signedInHtml: z.string().optional(),
    /** `true` when search engines may index the page. */
    isIndexed: z.boolean(),
    /**
     * Calls that a signed-in user's browser sends with the page; parameters are filled from the
     * page's URL.
     */
    calls: pageCallsSchema.optional(),
  }),
);

export type PageManifest = z.infer<typeof pageManifestSchema>;
