import { storedWord, storeWord } from '#web/core/stored.ts';
import { useAddress } from '#web/ui/page/use-address.ts';

const kept = 'scope';

/** Whose customers a page is about: 'all', 'mine' (their owner in the CRM has the viewer's name) or more of the page's own. The scope of the address; without one, the scope that was last chosen on this browser. */
export function useOwnScope(): { asked: string; choose: (scope: string) => void } {
  const { parameters, change } = useAddress();
  return {
    asked: parameters.get('scope') ?? (storedWord(kept) === 'mine' ? 'mine' : 'all'),
    choose: (scope) => {
      if (scope === 'all' || scope === 'mine') storeWord(kept, scope);
      change({ scope });
    },
  };
}
