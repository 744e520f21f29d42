import { useEffect } from 'react';

const hasNoFocus = () =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Keeps the focus on buttons that are disabled while their request runs. The browser takes the
 * focus from a button when it is disabled. The button gets the focus back when it is enabled again,
 * unless another element has the focus by then.
 */
export function useFocusOfBusyButtons(): void {
  useEffect(() => {
    let lastFocused: EventTarget | null = null;
    let waiting: Node | undefined;
    const remember = ({ target }: FocusEvent) => {
      lastFocused = target;
    };
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLButtonElement)) continue;
        if (target.disabled) {
          if (target === lastFocused) waiting = target;
        } else if (target === waiting) {
          waiting = undefined;
          if (hasNoFocus()) target.focus({ preventScroll: true });
        }
      }
    });
    document.addEventListener('focusin', remember);
    observer.observe(document, { attributes: true, attributeFilter: ['disabled'], subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}
