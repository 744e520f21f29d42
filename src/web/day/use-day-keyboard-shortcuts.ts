import { useEffect, useRef } from 'react';
import { isTextInput } from '#web/ui/is-text-input.ts';

const rowSelector = 'li[data-key]';

function keyOfFocused(): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>(rowSelector);
  return row?.dataset.key;
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)];
  const at = rows.findIndex((row) => row.dataset.key === keyOfFocused());
  rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}

/**
 * Keyboard shortcuts: j and k move the focus between rows, other keys act on the focused row.
 * Disabled in inputs and dialogs.
 */
export function useDayKeyboardShortcuts(act: (letter: string, key: string) => boolean): void {
  const current = useRef(act);
  useEffect(() => {
    current.current = act;
  });
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTextInput(event.target)
      )
        return;
      if (document.querySelector('[aria-modal="true"], [role="menu"]') !== null) return;
      if (event.key === 'j' || event.key === 'k') {
        event.preventDefault();
        step(event.key === 'j' ? 1 : -1);
        return;
      }
      const key = keyOfFocused();
      if (key !== undefined && !event.repeat && current.current(event.key, key))
        event.preventDefault();
    }
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
