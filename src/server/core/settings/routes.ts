import type { FastifyInstance } from 'fastify';
import { getClientSettings } from '#shared/core/settings/settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { route } from '../http/route.ts';

export function clientSettingsRoutes(app: FastifyInstance, { env }: Dependencies): void {
  route(app, getClientSettings, async () => ({
    identityProvider: env.IDENTITY_PROVIDER,
    crmProvider: env.CRM_PROVIDER,
    placesProvider: env.PLACES_PROVIDER,
    demo: env.OIDC_ISSUER === undefined,
    businessTimeZone: env.BUSINESS_TIME_ZONE,
    mapStyleUrl: env.MAP_STYLE_URL ?? null,
  }));
}
