import { demoIdentityPath } from '#server/core/providers/identity/demo-accounts.ts';
import type { Room } from '#server/core/registry.ts';
import { authRoutes } from './routes.ts';

export const authRoom: Room = { routes: [authRoutes], ownProofPaths: [`${demoIdentityPath}/*`] };
