import type { Generated } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type { Role } from '#shared/core/user.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends IdentityTables {}
}

interface IdentityTables {
  app_user: AppUserTable;
  user_session: UserSessionTable;
  sign_in_attempt: SignInAttemptTable;
  auth_event: AuthEventTable;
  administrator_period: AdministratorPeriodTable;
}

interface AppUserTable {
  user_id: Generated<string>;
  issuer: string;
  subject: string;
  email: string;
  /**
   * Organization of the account (for Google, its domain) that the identity provider reported at the
   * newest sign-in; `null` when the provider reported none.
   */
  hosted_domain: Generated<string | null>;
  name: string;
  picture: string | null;
  role: Role;
  /**
   * User id of the admin who assigned the role; `null` when the role came from a setting, a command
   * or the first sign-in.
   */
  role_given_by: Generated<string | null>;
  status: Generated<'active' | 'disabled'>;
  created_at: Date;
  /** `null` for an account that never signed in. */
  last_sign_in_at: Date | null;
}

interface AdministratorPeriodTable {
  period_id: Generated<string>;
  user_id: string;
  since: Date;
  until: Date | null;
  started_by: string | null;
  ended_by: string | null;
}

interface UserSessionTable {
  session_hash: string;
  user_id: string;
  created_at: Date;
  last_seen_at: Date;
  revoked_at: Date | null;
}

interface SignInAttemptTable {
  state_hash: string;
  browser_hash: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  created_at: Date;
}

interface AuthEventTable {
  auth_event_id: Generated<string>;
  at: Date;
  user_id: string | null;
  kind: string;
  detail: JsonColumn<Record<string, unknown>>;
}
