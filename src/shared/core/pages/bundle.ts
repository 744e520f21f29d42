import { z } from 'zod';

/** Bundler manifest, `dist/.vite/manifest.json`: output files by source file. */
export const bundleManifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    isEntry: z.boolean().optional(),
    isDynamicEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);

export type BundleManifest = z.infer<typeof bundleManifestSchema>;

/** Returns the keys of a chunk and of its static imports. The chunk's own key comes first. */
export function collectStaticImports(
  bundle: BundleManifest,
  key: string,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const other of bundle[key]?.imports ?? []) collectStaticImports(bundle, other, seen);
  return seen;
}
