import type { Room } from '#server/core/registry.ts';
import { prepSheetRoutes } from './routes.ts';

export const prepSheetRoom: Room = { routes: [prepSheetRoutes] };
