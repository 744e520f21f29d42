import font from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { type Bundle, neededFor } from '#shared/core/bundle.ts';
import { firstVisit } from './visits.ts';

/** The files of a page's parts, each once, but for those that `without` has. */
function filesOf(bundle: Bundle, parts: readonly string[], without: readonly string[]): string[] {
  const app = new Set(without.flatMap((key) => [...neededFor(bundle, key)]));
  const keys = parts.flatMap((part) => {
    if (bundle[part] === undefined) throw new Error(`The first visit to a page names ${part}, which the bundle has not`);
    return [...neededFor(bundle, part)].filter((key) => !app.has(key));
  });
  return [...new Set(keys.flatMap((key) => bundle[key]?.css ?? [])), ...new Set(keys.flatMap((key) => bundle[key]?.file ?? []))];
}

function Link({ file, isLate = false }: { file: string; isLate?: boolean }) {
  const shared = { crossOrigin: '', href: `/${file}`, ...(isLate ? { fetchPriority: 'low' as const } : {}) } as const;
  if (file.endsWith('.js')) return <link rel="modulepreload" {...shared} />;
  if (file.endsWith('.css')) return <link rel="preload" as="style" {...shared} />;
  return <link rel="preload" as="fetch" {...shared} />;
}

/** What the browser fetches while the app itself is on its way. */
export function FirstVisitLinks({ path, bundle }: { path: string; bundle: Bundle }) {
  const { parts = [], lateParts = [] } = firstVisit(path) ?? {};
  const app = Object.keys(bundle).filter((key) => bundle[key]?.isEntry);
  const files = filesOf(bundle, parts, app);
  const lateFiles = filesOf(bundle, lateParts, [...app, ...parts]);
  return (
    <>
      <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={font} />
      {files.map((file) => (
        <Link key={file} file={file} />
      ))}
      {lateFiles.map((file) => (
        <Link key={file} file={file} isLate />
      ))}
    </>
  );
}
