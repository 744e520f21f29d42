import { useSessionStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#web/auth/data.ts';

/**
 * Question that the user is writing. It is kept while the user signs in again after a session
 * expired. Another user of the same tab doesn't see it.
 */
export function useDraft() {
  const { data: user } = useQuery(userQuery);
  return useSessionStorage({
    key: `chairside-assistant-question-${user?.id ?? ''}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
}
