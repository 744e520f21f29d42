import { isAllowedAddress, roleOf } from '#server/auth/rules.ts';
import type { Role } from '#shared/core/user.ts';

interface Person {
  user_id: string;
  email: string;
  role: Role;
}

/** Why nobody may be invited by this address; null when somebody may. `allowedDomains` as the settings have them; empty lets every domain in. */
export function invitationProblem(email: string, allowedDomains: readonly string[]): string | null {
  if (isAllowedAddress(email, allowedDomains)) return null;
  return `must end in @${allowedDomains.join(' or @')}, because nobody else can sign in`;
}

/** Whether an administrator who may sign in is left among the active when one person is no longer among them. */
export const keepsAdministrator = (
  active: readonly Person[],
  without: string,
  { adminEmails, allowedDomains }: { adminEmails: readonly string[]; allowedDomains: readonly string[] },
): boolean =>
  active.some(
    (person) =>
      person.user_id !== without &&
      isAllowedAddress(person.email, allowedDomains) &&
      roleOf({ email: person.email, storedRole: person.role }, adminEmails) === 'admin',
  );
