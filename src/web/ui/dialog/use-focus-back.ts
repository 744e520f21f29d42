import { useEffect, useState } from 'react';
import { canHaveFocus, restoreFocus } from '../restore-focus.ts';

/**
 * Focus candidates of each open dialog. A dialog's candidates are the element focused when it
 * opened, then the candidates of the dialog below it.
 */
const openers: (Element | null)[][] = [];

/**
 * Returns the focused element and, if it is a menu item, the button that opens the menu. The menu
 * closes before the dialog, so its items cannot get the focus back.
 */
function focused(): (Element | null)[] {
  const element = document.activeElement;
  const menu = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return [element, menu == null ? null : document.getElementById(menu)];
}

/**
 * Sets the element that gets the focus when the dialog below the closing dialog becomes active
 * again.
 */
function startTrapAt(element: HTMLElement): void {
  element.dataset.autofocus = '';
  element.addEventListener('blur', () => delete element.dataset.autofocus, { once: true });
}

/**
 * Moves the focus when a dialog unmounts. Tries `given` first, then the element that was focused
 * before. Then tries that element's menu button, the candidates of the dialog below, and a list's
 * tabbable row.
 */
export function useFocusBack(given: Element | null = null): void {
  const [chain] = useState(() => [given, ...focused(), ...(openers.at(-1) ?? [])]);
  useEffect(() => {
    openers.push(chain);
    return () => {
      openers.splice(openers.indexOf(chain), 1);
      const before = chain.find(canHaveFocus);
      if (before?.closest('[role="dialog"]')) startTrapAt(before);
      // The delay lets a dialog that opens immediately afterwards take the focus and keep it.
      setTimeout(() => {
        if (document.activeElement === null || document.activeElement === document.body)
          restoreFocus(chain.find(canHaveFocus) ?? null);
      });
    };
  }, [chain]);
}
