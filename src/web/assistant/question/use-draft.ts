import { useSessionStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#web/auth/data.ts';

/**
 * Question that the user is writing. It outlives the page, because an expired session replaces the
 * page by the sign-in. Another user of the same tab doesn't see it.
 */
export function useDraft() {
  const { data: user } = useQuery(userQuery);
  return useSessionStorage({
    key: `chairside-assistant-question-${user?.id ?? ''}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
}
