import { isIP } from 'node:net';
import { z } from 'zod';

const word = z.string().regex(/^[a-z][a-z0-9-]*$/, 'one lowercase word');
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => part !== ''),
  );

const timeZone = z.string().refine((name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}, 'a time zone such as America/Los_Angeles');

const envSchema = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    APP_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    SEED: z.enum(['demo', 'none']).default('demo'),
    PAGES: z.enum(['built', 'elsewhere']).default('built'),
    BUSINESS_TIME_ZONE: timeZone.default('America/Los_Angeles'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
    IDENTITY_PROVIDER: word
      .refine((name) => name !== 'callback', 'another word: /auth/callback is where sign-ins come back')
      .default('google'),
    OIDC_ISSUER: z.url().optional(),
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    ALLOWED_EMAIL_DOMAINS: list,
    ADMIN_EMAILS: list,
    TRUSTED_PROXIES: list.refine(
      (names) => names.every((name) => isIP(name.replace(/\/\d{1,3}$/, '')) > 0),
      'addresses or networks such as 10.0.0.0/8',
    ),
    CRM_PROVIDER: word.default('hubspot'),
    PLACES_PROVIDER: word.default('google'),
    MAP_STYLE_URL: z.url().optional(),
  })
  .transform((env) => ({ ...env, APP_ORIGIN: env.APP_ORIGIN ?? `http://localhost:${env.PORT}` }))
  .superRefine((env, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    const oidc = [env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET];
    if (oidc.some(Boolean) && !oidc.every(Boolean)) refuse('OIDC_ISSUER', 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together');
    if (env.NODE_ENV !== 'production') return;
    for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const)
      if (!env[name]) refuse(name, 'is missing, and production has no demo sign-in');
    if (env.ALLOWED_EMAIL_DOMAINS.length === 0) refuse('ALLOWED_EMAIL_DOMAINS', 'is missing: nobody could sign in');
    if (!env.APP_ORIGIN.startsWith('https://')) refuse('APP_ORIGIN', 'must start with https:// in production');
    if (env.OIDC_ISSUER && /^http:|\/\/(localhost|127\.|\[::1\])/.test(env.OIDC_ISSUER))
      refuse('OIDC_ISSUER', 'must be a real provider, not one on this machine');
    if (env.SEED === 'demo') refuse('SEED', 'must be none in production: the demo invents customers');
  });

export const settingNames = Object.keys(envSchema.in.shape);

export type Env = z.output<typeof envSchema>;

/** Every setting that is wrong, one line each. */
export class BadSettings extends Error {}

/** Throws BadSettings when a variable is unusable or, in production, missing. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = envSchema.safeParse(present);
  if (parsed.success) return parsed.data;
  throw new BadSettings(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
}
