/** Returns `true` for an element that is on the page and can have the focus. */
export const canHaveFocus = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  element !== document.body &&
  !element.matches(':disabled');

/**
 * Moves the focus to `before` or, when it is gone, to a list's tabbable row or the page's title.
 */
export function restoreFocus(before: Element | null): void {
  const target = canHaveFocus(before)
    ? before
    : (document.querySelector<HTMLElement>('[role="grid"] tr[tabindex="0"]') ??
      document.querySelector<HTMLElement>('main h1 button'));
  target?.focus({ preventScroll: true });
}
