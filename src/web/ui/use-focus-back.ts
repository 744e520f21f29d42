import { useEffect, useState } from 'react';

/** What had the keyboard; of a menu that closes, what opened the menu. */
function openerNow(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]');
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : document.activeElement;
}

/**
 * Gives the keyboard back to what opened a dialog, when the dialog is taken away; where that is gone by then, to the list's row that
 * Tab reaches.
 */
export function useFocusBack(given?: Element | null): void {
  const [opener] = useState(() => given ?? openerNow());
  useEffect(
    () => () => {
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body && !opener.matches(':disabled');
      const target = isThere ? opener : document.querySelector<HTMLElement>('[role="grid"] tr[tabindex="0"]');
      target?.focus({ preventScroll: true });
    },
    [opener],
  );
}
