import { z } from 'zod';

const addresses = z.array(z.string());
const pageCallsSchema = z.object({
  /** On every tab of the page. */
  always: addresses,
  first: addresses,
});
export type PageCalls = z.infer<typeof pageCallsSchema>;

/** Where the built pages lie, as `dist/pages.json`: written by the build from the table of pages, read by the server. */
export const pageManifestSchema = z.array(
  z.object({
    /** As the router has it (`/institution/:id/overview`); `*` is the page for every other address. */
    path: z.string(),
    /** The file in `dist`; `%ORIGIN%` in it stands for the site's own origin. */
    html: z.string(),
    /** What a signed-in person gets in its place. */
    signedInHtml: z.string().optional(),
    /** Search engines may show it. */
    isIndexed: z.boolean(),
    /** What a signed-in person's browser asks for with the page; a parameter stands for the address's own. */
    calls: pageCallsSchema.optional(),
  }),
);

export type PageManifest = z.infer<typeof pageManifestSchema>;
