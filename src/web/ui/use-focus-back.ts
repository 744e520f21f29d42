import { useEffect, useState } from 'react';

/** What opened each open dialog, the last first: what had the focus then, and what had opened the dialog under it. */
const openers: Element[][] = [];

/** What has the focus, and the button of the menu it stands in, which goes before the dialog does. */
function focused(): Element[] {
  const element = document.activeElement;
  const menu = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const button = menu == null ? null : document.getElementById(menu);
  return [element, button].filter((each) => each !== null);
}

/**
 * For a dialog that is drawn when it opens and taken away when it closes: gives the focus back to what had it before. Where that is
 * gone, because it stood in a menu or a dialog that closed as well, the focus goes to what opened that one.
 */
export function useFocusBack(): void {
  const [chain] = useState(() => [...focused(), ...(openers.at(-1) ?? [])]);
  useEffect(() => {
    openers.push(chain);
    return () => {
      openers.splice(openers.indexOf(chain), 1);
      // What opens next has the focus by then, and keeps it.
      setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        const opener = chain.find((element) => element.isConnected && element !== document.body);
        if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      });
    };
  }, [chain]);
}
