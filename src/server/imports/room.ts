import type { Room } from '#server/core/registry.ts';
import { postIngest } from '#shared/imports/report.ts';
import { checkImports } from './check.ts';
import { importsRoutes } from './routes.ts';

export const importsRoom: Room = {
  routes: [importsRoutes],
  checks: [checkImports],
  // Other systems authenticate with an API key.
  publicPaths: [postIngest.path],
  ownProofPaths: [postIngest.path],
};
