import './highlight.css';

const shownFor = 3000;
const findControl = (control: string) => document.querySelector<HTMLElement>(`[data-guide="${control}"]`);

/** The control on the page, when it is there to be seen. */
export function visibleControl(control: string): HTMLElement | null {
  const element = findControl(control);
  return element?.checkVisibility({ visibilityProperty: true }) ? element : null;
}

/** Brings a control into view, gives it the focus and outlines it for three seconds. */
export function showControl(control: string): void {
  const element = findControl(control);
  if (!element) return;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: still ? 'auto' : 'smooth' });
  focus(element);
  element.dataset.guideShown = '';
  setTimeout(() => delete element.dataset.guideShown, shownFor);
}

/** What cannot hold the focus by itself may do so until it loses it, so that the keyboard goes on from there. */
function focus(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
