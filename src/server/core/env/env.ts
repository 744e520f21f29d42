import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { z } from 'zod';
import { emailDomain, isDomain, isEmailAddress } from '#shared/core/email-address.ts';
import { placesProviderNames } from '#shared/core/provider-names.ts';
import { parseAuditKey } from '../audit/seal.ts';
import { hasOrganizationClaim } from '../identity-issuer.ts';
import { issuesText } from '../issues-text.ts';
import { isLoopbackHost, isThisMachine } from '../this-machine.ts';

const word = z.string().regex(/^[a-z][a-z0-9-]*$/, 'one lowercase word');

/**
 * Parses a comma-separated list and converts it to lowercase. The error message names the first
 * invalid entry.
 */
const listOf = (isValid: (entry: string) => boolean, description: string) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      const entries = text.split(',').map((part) => part.trim());
      const wrong = entries.find((entry) => entry !== '' && !isValid(entry));
      if (wrong !== undefined) context.addIssue(`${JSON.stringify(wrong)} is not ${description}`);
      return entries.filter((entry) => entry !== '').map((entry) => entry.toLowerCase());
    });

const timeZone = z.string().refine((name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}, 'a time zone such as America/Los_Angeles');

/**
 * Returns `true` for an IP address, and for a network with a prefix of 1 to 32 (IPv4) or 1 to 128
 * (IPv6) bits. Bits after the prefix are ignored.
 */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

/**
 * Returns `true` when a URL consists of scheme, host and port. Any other part would be dropped
 * without an error.
 */
function isBareOrigin(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && !/[?#@\\]/.test(text) && url.pathname === '/' && !url.hostname.endsWith('.')
  );
}

/** Base URL of a provider's API. Without https, it must be on this machine. */
const providerUrl = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => text.startsWith('https://') || isLoopbackHost(new URL(text).hostname),
    'an address that starts with https://',
  );

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  APP_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine(isBareOrigin, 'only scheme, host and port, such as https://desk.example.com')
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  AUDIT_KEY: z
    .string()
    .refine(
      (text) => parseAuditKey(text) !== undefined,
      'at least 32 bytes in hexadecimal or base64, such as `openssl rand -hex 32` makes',
    )
    .optional(),
  ROLE: z.enum(['both', 'web', 'worker']).default('both'),
  SEED: z.enum(['demo', 'none']).default('demo'),
  PAGES: z.enum(['built', 'elsewhere']).default('built'),
  BUSINESS_TIME_ZONE: timeZone.default('America/Los_Angeles'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[\x21-\x7e]{32,}$/,
      'at least 32 characters without spaces, such as `openssl rand -hex 32` makes',
    )
    .optional(),
  IDENTITY_PROVIDER: word
    .refine((name) => name !== 'callback', 'another word: sign-ins return to /auth/callback')
    .default('google'),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  INSIGHTS_ACCESS: z.enum(['signed', 'open']).optional(),
  ALLOWED_EMAIL_DOMAINS: listOf(isDomain, 'a domain such as example.com'),
  ADMIN_EMAILS: listOf(isEmailAddress, 'an address such as ana@example.com'),
  TRUSTED_PROXIES: listOf(isNetwork, 'an address or a network such as 10.0.0.0/8'),
  CRM_PROVIDER: word.default('hubspot'),
  HUBSPOT_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'the token as HubSpot shows it')
    .optional(),
  HUBSPOT_PORTAL_ID: z
    .string()
    .regex(/^\d{1,12}$/, 'the number of the portal')
    .optional(),
  HUBSPOT_WEBHOOK_SECRET: z.string().min(1).optional(),
  HUBSPOT_BASE_URL: providerUrl.default('https://api.hubapi.com'),
  PLACES_PROVIDER: word.default('google'),
  PLACES_SEARCH: z.enum(placesProviderNames).default('local'),
  PLACES_DAILY_BUDGET: z.coerce.number().int().min(1).max(1_000_000).default(500),
  GOOGLE_PLACES_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'the key, without spaces')
    .optional(),
  GOOGLE_PLACES_BASE_URL: providerUrl.default('https://places.googleapis.com'),
  NPPES_BASE_URL: providerUrl.default('https://npiregistry.cms.hhs.gov/api/'),
  LLM_BASE_URL: providerUrl
    .refine((text) => !/[?#@]/.test(text), 'without a user, a query or a fragment')
    .optional(),
  LLM_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'the name of the model, without spaces')
    .optional(),
  LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'the key, without spaces')
    .optional(),
  MAP_STYLE_URL: z.url().optional(),
});

export const settingNames = Object.keys(settings.shape);

type Settings = z.output<typeof settings> & { APP_ORIGIN: string };

/**
 * Returns the reason why the production rules apply, as the end of a sentence; `undefined` when
 * everything stays on this machine.
 */
function whyProduction(
  { NODE_ENV, APP_ORIGIN, OIDC_ISSUER }: Settings,
  ownHostName: string,
): string | undefined {
  if (NODE_ENV === 'production') return 'in production';
  if (!isLoopbackHost(new URL(APP_ORIGIN).hostname))
    return 'because APP_ORIGIN is not on this machine';
  if (OIDC_ISSUER !== undefined && !isThisMachine(new URL(OIDC_ISSUER), ownHostName))
    return 'because OIDC_ISSUER is not on this machine';
  return undefined;
}

/** Returns the violations of the production rules, each with the setting's name and the fault. */
function productionFaults(
  env: Settings,
  why: string,
  ownHostName: string,
): [keyof Settings, string][] {
  const faults: [keyof Settings, string][] = [];
  for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const)
    if (env[name] === undefined) faults.push([name, `must be set ${why}; the demo sign-in is off`]);
  if (env.OIDC_ISSUER !== undefined) {
    const issuer = new URL(env.OIDC_ISSUER);
    if (issuer.protocol !== 'https:')
      faults.push(['OIDC_ISSUER', `must start with https:// ${why}`]);
    if (isThisMachine(issuer, ownHostName))
      faults.push(['OIDC_ISSUER', `must be a real provider ${why}, not one on this machine`]);
  }
  if (env.ALLOWED_EMAIL_DOMAINS.length === 0)
    faults.push(['ALLOWED_EMAIL_DOMAINS', `must list the allowed email domains ${why}`]);
  if (!env.APP_ORIGIN.startsWith('https://'))
    faults.push(['APP_ORIGIN', `must start with https:// ${why}`]);
  if (env.SEED === 'demo')
    faults.push(['SEED', `must be "none" ${why}: the demo invents customers`]);
  return faults;
}

/** Returns the admins whose email address is in none of the allowed domains. */
export const administratorsOfOtherDomains = (
  env: Pick<Settings, 'ADMIN_EMAILS' | 'ALLOWED_EMAIL_DOMAINS'>,
): string[] =>
  env.ALLOWED_EMAIL_DOMAINS.length === 0
    ? []
    : env.ADMIN_EMAILS.filter(
        (email) => !env.ALLOWED_EMAIL_DOMAINS.includes(emailDomain(email) ?? ''),
      );

const envSchema = (ownHostName: string) =>
  settings.transform((given, context) => {
    const env = {
      ...given,
      APP_ORIGIN: new URL(given.APP_ORIGIN ?? `http://localhost:${given.PORT}`).origin,
    };
    const refuse = (name: keyof Settings, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (env.ROLE !== 'both' && env.DATABASE_URL === undefined)
      refuse(
        'ROLE',
        `"${env.ROLE}" needs a PostgreSQL server that several processes share: set DATABASE_URL, or set ROLE to "both"`,
      );
    if (env.DATABASE_REPLICA_URL !== undefined && env.DATABASE_URL === undefined)
      refuse('DATABASE_REPLICA_URL', 'the embedded database has no replica: set DATABASE_URL too');
    const oidc = [env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET];
    if (oidc.some(Boolean) && !oidc.every(Boolean))
      refuse(
        'OIDC_ISSUER',
        'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together',
      );
    const [shutOut] = hasOrganizationClaim(env.OIDC_ISSUER)
      ? []
      : administratorsOfOtherDomains(env);
    if (shutOut !== undefined)
      refuse(
        'ADMIN_EMAILS',
        `${shutOut} could not sign in: its domain is not in ALLOWED_EMAIL_DOMAINS`,
      );
    if (env.HUBSPOT_TOKEN !== undefined && env.SEED === 'demo')
      refuse(
        'SEED',
        'must be "none" with HUBSPOT_TOKEN: HubSpot’s deals replace those of the demo',
      );
    if (env.PLACES_SEARCH === 'google' && env.GOOGLE_PLACES_API_KEY === undefined)
      refuse(
        'GOOGLE_PLACES_API_KEY',
        'must be set with PLACES_SEARCH=google: create a key for the Places API (New) in the Google Cloud console',
      );
    if (env.LLM_BASE_URL !== undefined && env.LLM_MODEL === undefined)
      refuse('LLM_MODEL', 'must name the model of LLM_BASE_URL');
    if (env.LLM_BASE_URL === undefined && (env.LLM_MODEL ?? env.LLM_API_KEY) !== undefined)
      refuse('LLM_BASE_URL', 'must be set with LLM_MODEL or LLM_API_KEY');
    const why = whyProduction(env, ownHostName);
    if (why === undefined) return { ...env, exposure: 'local' as const };
    for (const [name, message] of productionFaults(env, why, ownHostName)) refuse(name, message);
    return { ...env, exposure: 'production' as const };
  });

/**
 * Parsed settings. `exposure` is `production` with NODE_ENV=production, or when the origin or the
 * identity provider is not on this machine; otherwise `local`.
 */
export type Env = z.output<ReturnType<typeof envSchema>>;

/** Thrown for invalid settings. The message has one line per invalid setting. */
export class InvalidSettings extends Error {}

/**
 * Parses the settings. Throws `InvalidSettings` when a variable is invalid, or missing although the
 * production rules require it.
 */
export function parseEnv(
  source: Record<string, string | undefined>,
  ownHostName: string = hostname(),
): Env {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = envSchema(ownHostName).safeParse(present);
  if (parsed.success) return parsed.data;
  throw new InvalidSettings(issuesText(parsed.error));
}
