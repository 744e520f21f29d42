import type { Room } from '#server/core/registry.ts';
import { checkImports } from './check.ts';
import { importsRoutes } from './routes.ts';

export const importsRoom: Room = { routes: [importsRoutes], checks: [checkImports] };
