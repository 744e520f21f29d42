import { useEffect, useState } from 'react';

/**
 * Chains of focus candidates, one for each open dialog: the element that had the focus when it
 * opened, then the candidates of the dialog below.
 */
const openers: (Element | null)[][] = [];

/**
 * Returns the focused element and the button of its menu, because the menu closes before the dialog
 * does.
 */
function focused(): (Element | null)[] {
  const element = document.activeElement;
  const menu = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return [element, menu == null ? null : document.getElementById(menu)];
}

/** Makes this element the start of the focus trap in the dialog below a closing dialog. */
function startTrapAt(element: HTMLElement): void {
  element.dataset.autofocus = '';
  element.addEventListener('blur', () => delete element.dataset.autofocus, { once: true });
}

const canHaveFocus = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  element !== document.body &&
  !element.matches(':disabled');

/**
 * Returns the focus when a dialog unmounts: to `given` or the previously focused element. If that
 * no longer exists, because its menu or dialog closed too, the focus goes to the opener of that
 * menu or dialog, or else to the tabbable row of a list.
 */
export function useFocusBack(given: Element | null = null): void {
  const [chain] = useState(() => [given, ...focused(), ...(openers.at(-1) ?? [])]);
  useEffect(() => {
    openers.push(chain);
    return () => {
      openers.splice(openers.indexOf(chain), 1);
      const before = chain.find(canHaveFocus);
      if (before?.closest('[role="dialog"]')) startTrapAt(before);
      // Waits, so that a dialog that opens immediately afterwards can take the focus and keep it.
      setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        const opener =
          chain.find(canHaveFocus) ??
          document.querySelector<HTMLElement>('[role="grid"] tr[tabindex="0"]');
        opener?.focus({ preventScroll: true });
      });
    };
  }, [chain]);
}
