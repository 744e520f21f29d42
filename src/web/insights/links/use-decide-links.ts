import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getCreatorLinks,
  postLinkDecision,
  type WorkingInsightLink,
} from '#shared/insights/links.ts';
import { call } from '#web/core/api.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';

/** Returns a mutation that keeps or revokes links. It then refetches all lists of links. */
export function useDecideLinks() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ links, keeps }: { links: readonly WorkingInsightLink[]; keeps: boolean }) =>
      call(postLinkDecision, {
        body: {
          links: links.map(({ institutionId, linkId }) => ({ institutionId, linkId })),
          keeps,
        },
      }),
    onError: (error, { keeps }) =>
      notifyFailure(keeps ? 'Couldn’t keep the links' : 'Couldn’t revoke the links', error),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' &&
          (path.startsWith(getCreatorLinks.path) || path.endsWith('/insights/links')),
      }),
  });
}
