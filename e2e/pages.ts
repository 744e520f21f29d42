import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { z } from 'zod';
import { pageManifestSchema } from '../src/shared/core/pages/page-manifest.ts';
import { getPractices } from '../src/shared/institutions/institutions.ts';

/** Example of an unknown URL. */
export const unknownAddress = '/no-such-page';

const landingPaths = ['/', '/public-insights', '/insights', '/customer-insights'];
const otherPublicPaths = ['/employee-login', '*'];

export type Kind = 'landing' | 'employee login' | 'insights' | 'not found' | 'protected';

function kindOf(path: string): Kind {
  if (landingPaths.includes(path)) return 'landing';
  if (path === '/employee-login') return 'employee login';
  if (path.includes('insights')) return 'insights';
  return otherPublicPaths.includes(path) ? 'not found' : 'protected';
}

interface BuiltPage {
  path: string;
  /**
   * URL path with an institution of the demo instead of `:id`; `undefined` for paths with other
   * parameters.
   */
  address: string | undefined;
  kind: Kind;
}

/**
 * Returns all built pages. Pages without an address come last, because only links on other pages
 * lead to them.
 */
export function readBuiltPages(institutionId: number): BuiltPage[] {
  const file = join(import.meta.dirname, '../dist/pages.json');
  const rows = pageManifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const pages = rows.map(({ path }) => {
    const address = path === '*' ? unknownAddress : path.replace(':id', String(institutionId));
    return { path, kind: kindOf(path), address: address.includes(':') ? undefined : address };
  });
  return [
    ...pages.filter(({ address }) => address !== undefined),
    ...pages.filter(({ address }) => address === undefined),
  ];
}

/** Returns the id of an institution with a score. Uses the session of `request`. */
export async function findScoredInstitutionId(request: APIRequestContext): Promise<number> {
  const { practices } = getPractices.response.parse(
    await (await request.get(getPractices.path)).json(),
  );
  const scored = practices.find(({ healthScore, inGrace }) => healthScore !== null && !inGrace);
  if (scored === undefined) throw new Error('the demo has no scored practice');
  return scored.institutionId;
}

const bundleSchema = z.record(z.string(), z.object({ file: z.string() }));

/** Returns the path of the script that the build made of a source file. */
export function findBuiltFile(source: string): string {
  const manifest = join(import.meta.dirname, '../dist/.vite/manifest.json');
  const file = bundleSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')))[source]?.file;
  if (file === undefined) throw new Error(`The build manifest has no entry for ${source}`);
  return file;
}
