import type { Dependencies } from '#server/core/dependencies.ts';
import type { GuideFigures } from '#shared/metrics/guide-figures.ts';

declare module '#server/core/registry.ts' {
  interface Room {
    /**
     * Returns the figures of guides that the room's own page also shows, so that both use one
     * definition.
     */
    guideFigures?: (dependencies: Dependencies) => Promise<GuideFigures['figures']>;
  }
}
