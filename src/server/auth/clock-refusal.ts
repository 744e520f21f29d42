import type { FastifyInstance } from 'fastify';
import type { ClockGuard } from '#server/core/clock/guard.ts';
import { clockTroubleText } from '#server/core/clock/rules.ts';
import { HttpError } from '#server/core/errors.ts';
import { signOutPath } from '#shared/auth/auth.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses sign-ins and changes while this server's clock differs from the database server's clock,
 * because other servers rely on the saved times. Reading and signing out still work.
 */
export function refuseChangesOnClockTrouble(app: FastifyInstance, clockGuard: ClockGuard): void {
  app.addHook('onRequest', ({ method, url: address, routeOptions }, _, done) => {
    const { trouble } = clockGuard;
    const url = routeOptions.url ?? address;
    if (trouble?.kind !== 'apart' || url === signOutPath) return done();
    const isReading = readingMethods.has(method) && !url.startsWith('/auth/');
    done(
      isReading
        ? undefined
        : new HttpError(503, clockTroubleText(trouble), { 'retry-after': '30' }),
    );
  });
}
