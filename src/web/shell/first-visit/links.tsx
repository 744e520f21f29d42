import font from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { type Bundle, neededFor } from '#shared/core/bundle.ts';
import { firstVisit } from './visits.ts';

/** The files of a page's parts that the app has not asked for by itself, each once. */
function filesOf(bundle: Bundle, parts: readonly string[]): string[] {
  const entries = Object.keys(bundle).filter((key) => bundle[key]?.isEntry);
  const app = new Set(entries.flatMap((key) => [...neededFor(bundle, key)]));
  const keys = parts.flatMap((part) => {
    if (bundle[part] === undefined) throw new Error(`The first visit to a page names ${part}, which the bundle has not`);
    return [...neededFor(bundle, part)].filter((key) => !app.has(key));
  });
  return [...new Set(keys.flatMap((key) => bundle[key]?.css ?? [])), ...new Set(keys.flatMap((key) => bundle[key]?.file ?? []))];
}

function Link({ file }: { file: string }) {
  const href = `/${file}`;
  if (file.endsWith('.js')) return <link rel="modulepreload" crossOrigin="" href={href} />;
  if (file.endsWith('.css')) return <link rel="preload" as="style" crossOrigin="" href={href} />;
  // The last that a page needs: nothing waits for an outline.
  return <link rel="preload" as="fetch" crossOrigin="" fetchPriority="low" href={href} />;
}

/** What the browser fetches while the app itself is on its way. */
export function FirstVisitLinks({ path, bundle }: { path: string; bundle: Bundle }) {
  const files = filesOf(bundle, firstVisit(path)?.parts ?? []);
  return (
    <>
      <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={font} />
      {files.map((file) => (
        <Link key={file} file={file} />
      ))}
    </>
  );
}
