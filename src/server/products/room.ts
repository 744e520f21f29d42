import type { Room } from '#server/core/registry.ts';
import { productsRoutes } from './routes.ts';

export const productsRoom: Room = { routes: [productsRoutes] };
