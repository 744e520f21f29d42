import { type ListFilter, viewerFilterValue } from '#shared/list/state.ts';
import { readBrowserValue, storeBrowserValue } from '#web/core/stored.ts';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';

const storageKey = 'scope';

/**
 * Holds a page's customer scope in the URL: 'all', 'mine' (the CRM owner has the current user's
 * name) or a page-specific value. The default is the scope last selected in this browser.
 */
export function useCustomerScope(): { scope: string; choose: (scope: string) => void } {
  const { parameters, change } = useUrlParameters();
  return {
    scope: parameters.get('scope') ?? (readBrowserValue(storageKey) === 'mine' ? 'mine' : 'all'),
    choose: (scope) => {
      if (scope === 'all' || scope === 'mine') storeBrowserValue(storageKey, scope);
      change({ scope });
    },
  };
}

/**
 * Returns the list filters for a customer scope: for 'mine', rows whose `column` is the current
 * user.
 */
export const buildCustomerScopeFilters = (
  scope: string,
  column = 'ownerName',
): readonly ListFilter[] =>
  scope === 'mine' ? [{ column, kind: 'one-of', values: [viewerFilterValue] }] : [];
