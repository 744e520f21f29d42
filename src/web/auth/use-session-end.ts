import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#web/core/api.ts';
import { userQuery } from './data.ts';

const isSessionEnd = (error: unknown) => error instanceof ApiError && error.status === 401;

/** Shows the sign-in prompt when the session ends: on the first response with status 401. */
export function useSessionEnd(): void {
  const client = useQueryClient();
  useEffect(() => {
    const noticeEnd = (error: unknown) => {
      if (isSessionEnd(error) && client.getQueryData(userQuery.queryKey))
        client.setQueryData(userQuery.queryKey, null);
    };
    const stops = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error')
          noticeEnd(event.action.error);
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error')
          noticeEnd(event.action.error);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
}
