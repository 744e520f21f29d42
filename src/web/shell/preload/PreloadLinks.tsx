import font from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { type BundleManifest, collectStaticImports } from '#shared/core/pages/bundle.ts';
import { findPagePreload } from './page-preloads.ts';

/**
 * Returns the files that the page's parts need, without duplicates. Leaves out the files of the
 * parts in `without`, because the page already loads them.
 */
function filesOf(
  bundle: BundleManifest,
  parts: readonly string[],
  without: readonly string[],
): string[] {
  const app = new Set(without.flatMap((key) => [...collectStaticImports(bundle, key)]));
  const keys = parts.flatMap((part) => {
    if (bundle[part] === undefined)
      throw new Error(`Page part ${part}, listed for preloading, isn't in the bundle`);
    return [...collectStaticImports(bundle, part)].filter((key) => !app.has(key));
  });
  return [
    ...new Set(keys.flatMap((key) => bundle[key]?.css ?? [])),
    ...new Set(keys.flatMap((key) => bundle[key]?.file ?? [])),
  ];
}

function Link({ file }: { file: string }) {
  const address = { crossOrigin: '', href: `/${file}` } as const;
  return file.endsWith('.js') ? (
    <link rel="modulepreload" {...address} />
  ) : (
    <link rel="preload" as="style" {...address} />
  );
}

/** Preload links for a page's files, so that they load in parallel with the app. */
export function PreloadLinks({ path, bundle }: { path: string; bundle: BundleManifest }) {
  const { parts = [] } = findPagePreload(path) ?? {};
  const app = Object.keys(bundle).filter((key) => bundle[key]?.isEntry);
  const files = filesOf(bundle, parts, app);
  return (
    <>
      <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={font} />
      {files.map((file) => (
        <Link key={file} file={file} />
      ))}
    </>
  );
}
