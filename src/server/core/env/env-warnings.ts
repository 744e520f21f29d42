import { editDistance } from '#shared/core/edit-distance.ts';
import { isLoopbackHost } from '../this-machine.ts';
import { administratorsOfOtherDomains, type Env, settingNames } from './env.ts';

/**
 * Returns the setting that an unknown name probably means. Ignores short names, because they
 * resemble too many settings.
 */
export function suggestSetting(name: string): string | undefined {
  if (settingNames.includes(name)) return undefined;
  return settingNames
    .filter(({ length }) => length >= 8)
    .find((setting) => {
      const most = Math.floor(setting.length / 5);
      return editDistance(name, setting, most) <= most;
    });
}

/** Returns warnings, one per line, about settings that are valid but may be mistakes. */
export function settingWarnings(source: Record<string, string | undefined>, env: Env): string[] {
  const warnings = Object.keys(source).flatMap((name) => {
    const meant = suggestSetting(name);
    return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`];
  });
  if (env.exposure === 'local' && !isLoopbackHost(env.HOST))
    warnings.push(
      `HOST=${env.HOST} lets other machines reach this server, although APP_ORIGIN is only for this machine.`,
    );
  if (env.OIDC_ISSUER !== undefined && env.ADMIN_EMAILS.length === 0)
    warnings.push(
      'ADMIN_EMAILS is empty: only users to whom an administrator gave the role are administrators.',
    );
  // These admins can sign in only if the provider reports the organization of an account. For other
  // providers, env.ts rejects the setting.
  for (const email of administratorsOfOtherDomains(env))
    warnings.push(
      `ADMIN_EMAILS: the domain of ${email} isn't in ALLOWED_EMAIL_DOMAINS, so ${email} can sign in only with an account of an allowed organization.`,
    );
  if (
    env.exposure === 'production' &&
    env.DATABASE_URL !== undefined &&
    env.AUDIT_KEY === undefined
  )
    warnings.push(
      'AUDIT_KEY is not set: each machine seals the audit log with its own key in DATA_DIR. Set the same key on all machines.',
    );
  return warnings;
}
