import { useQuery } from '@tanstack/react-query';
import type { ReassignSource } from '#shared/team/reassign/reassign.ts';
import { userQuery } from '#web/auth/data.ts';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';

/**
 * Reads from the URL the person or owner whose work is being reassigned; `undefined` when there is
 * none or the user isn't an admin.
 */
export function useReassignedPersonFromUrl() {
  const { parameters, change } = useUrlParameters();
  const { data: viewer } = useQuery(userQuery);
  const isAdmin = viewer?.role === 'admin';
  const [userId, ownerName] = [parameters.get('reassign'), parameters.get('reassignOwner')];
  const named: ReassignSource | undefined =
    userId !== null
      ? { kind: 'person', userId }
      : ownerName !== null
        ? { kind: 'owner', ownerName }
        : undefined;
  return {
    isAdmin,
    from: isAdmin ? named : undefined,
    begin: (from: ReassignSource) =>
      change(
        from.kind === 'person'
          ? { reassign: from.userId, reassignOwner: null }
          : { reassign: null, reassignOwner: from.ownerName },
      ),
    end: () => change({ reassign: null, reassignOwner: null }),
  };
}
