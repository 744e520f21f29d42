import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { readNewestSettings } from '#server/core/settings/desk-settings-queries.ts';
import { signInSettingsSchema } from '#shared/auth/sign-in-settings-schema.ts';

/**
 * Returns the email domains allowed to sign in: from `ALLOWED_EMAIL_DOMAINS` if set, otherwise from
 * the settings.
 */
export const readAllowedSignInDomains = async (
  queries: Queries,
  { ALLOWED_EMAIL_DOMAINS: configured }: Pick<Env, 'ALLOWED_EMAIL_DOMAINS'>,
): Promise<readonly string[]> =>
  configured.length > 0
    ? configured
    : (await readNewestSettings(queries, signInSettingsSchema)).allowedDomains;
