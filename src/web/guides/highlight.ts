import './highlight.css';

const shownFor = 3000;
const findControl = (control: string) =>
  document.querySelector<HTMLElement>(`[data-guide="${control}"]`);

/** Returns the control if it is visible on the page. */
export function findVisibleControl(control: string): HTMLElement | null {
  const element = findControl(control);
  return element?.checkVisibility({ visibilityProperty: true }) ? element : null;
}

/** Scrolls a control into view, focuses it and outlines it for three seconds. */
export function highlightControl(control: string): void {
  const element = findControl(control);
  if (!element) return;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({
    block: 'center',
    inline: 'nearest',
    behavior: still ? 'auto' : 'smooth',
  });
  focus(element);
  element.dataset.guideShown = '';
  setTimeout(() => delete element.dataset.guideShown, shownFor);
}

/**
 * Focuses an element. An unfocusable element becomes focusable until it loses the focus, so that
 * Tab continues from there.
 */
function focus(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
