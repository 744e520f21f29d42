import { type RefObject, useLayoutEffect } from 'react';

/**
 * Returns the focus to the previously focused element when `inside` is unmounted while it has the
 * focus. If that element no longer exists, focuses the first button of `otherwise`.
 */
export function useReturnFocus(
  inside: RefObject<HTMLElement | null>,
  otherwise: RefObject<HTMLElement | null> | undefined,
) {
  useLayoutEffect(() => {
    const element = inside.current;
    const before = document.activeElement;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      setTimeout(() => {
        // Another element has taken the focus in the meantime.
        if (document.activeElement !== document.body) return;
        const hadFocus =
          before instanceof HTMLElement && before !== document.body && before.isConnected;
        (hadFocus ? before : otherwise?.current?.querySelector('button'))?.focus({
          preventScroll: true,
        });
      });
    };
  }, [inside, otherwise]);
}
