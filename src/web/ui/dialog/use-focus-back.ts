import { useEffect, useState } from 'react';

/** What opened each open dialog, the last first: what had the focus then, and what had opened the dialog under it. */
const openers: (Element | null)[][] = [];

/** What has the focus, and the button of the menu it stands in, which goes before the dialog does. */
function focused(): (Element | null)[] {
  const element = document.activeElement;
  const menu = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return [element, menu == null ? null : document.getElementById(menu)];
}

/** Has the focus trap of a dialog that lies under a closing one, and takes the keyboard again, begin with this element. */
function beginWith(element: HTMLElement): void {
  element.dataset.autofocus = '';
  element.addEventListener('blur', () => delete element.dataset.autofocus, { once: true });
}

const canHaveFocus = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element !== document.body && !element.matches(':disabled');

/**
 * For a dialog that is drawn when it opens and taken away when it closes: gives the focus back to what had it before, or to `given`.
 * Where that is gone, because it stood in a menu or a dialog that closed as well, the focus goes to what opened that one, and else to
 * the row of a list that Tab reaches.
 */
export function useFocusBack(given: Element | null = null): void {
  const [chain] = useState(() => [given, ...focused(), ...(openers.at(-1) ?? [])]);
  useEffect(() => {
    openers.push(chain);
    return () => {
      openers.splice(openers.indexOf(chain), 1);
      const before = chain.find(canHaveFocus);
      if (before?.closest('[role="dialog"]')) beginWith(before);
      // What opens next has the focus by then, and keeps it.
      setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        const opener = chain.find(canHaveFocus) ?? document.querySelector<HTMLElement>('[role="grid"] tr[tabindex="0"]');
        opener?.focus({ preventScroll: true });
      });
    };
  }, [chain]);
}
