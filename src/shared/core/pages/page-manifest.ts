import { z } from 'zod';

const addresses = z.array(z.string());
const pageCallsSchema = z.object({
  /** API calls that all tabs of the page need. */
  always: addresses,
  first: addresses,
});
export type PageCalls = z.infer<typeof pageCallsSchema>;

/**
 * Manifest of the built pages, `dist/pages.json`. The build writes it from the table of pages, and
 * the server reads it.
 */
export const pageManifestSchema = z.array(
  z.object({
    /** Path in the router (`/institution/:id/overview`); `*` is the page for all other paths. */
    path: z.string(),
    /** File in `dist`; its placeholder `%ORIGIN%` is replaced by the site's origin. */
    html: z.string(),
    /** File that signed-in users get instead of `html`. */
    signedInHtml: z.string().optional(),
    /** `true` when search engines may index the page. */
    isIndexed: z.boolean(),
    /**
     * API calls that the browser of a signed-in user sends while the page loads. Parameters are
     * filled in from the page's URL.
     */
    calls: pageCallsSchema.optional(),
  }),
);

export type PageManifest = z.infer<typeof pageManifestSchema>;
