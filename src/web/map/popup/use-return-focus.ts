import { type RefObject, useLayoutEffect } from 'react';

/**
 * When what is in `inside` goes while it has the focus, the focus goes back to what had it before; where that is gone as well, to the
 * first button of `otherwise`.
 */
export function useReturnFocus(inside: RefObject<HTMLElement | null>, otherwise: RefObject<HTMLElement | null> | undefined) {
  useLayoutEffect(() => {
    const element = inside.current;
    const before = document.activeElement;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      setTimeout(() => {
        // Something that opened in its place has taken the focus.
        if (document.activeElement !== document.body) return;
        const hadFocus = before instanceof HTMLElement && before !== document.body && before.isConnected;
        (hadFocus ? before : otherwise?.current?.querySelector('button'))?.focus({ preventScroll: true });
      });
    };
  }, [inside, otherwise]);
}
