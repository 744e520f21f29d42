/** Headings that separate the parts of a page. */
const headings = 'h2';
const opens = 'a, button, style, [role="grid"], [role="radiogroup"], [role="slider"]';
/** Selects placeholders that keep the height of a page while it loads. */
const invisible = '[style*="visibility: hidden"]';
/**
 * Selects elements that explain a figure: a button with the definition, or the table that the
 * figure summarizes.
 */
const answers = 'button[aria-label^="About "], [role="grid"]';
const dates =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}(?:, \d{4})?|\b\d{4}\b/g;

/**
 * Returns texts with a figure that is not a link. Searches only sections of the page that have
 * neither a definition nor rows. Ignores dates, invisible texts, and texts that match `reasons` because
 * they explain their figure.
 */
export function findUnlinkedFigures(page: HTMLElement, reasons?: RegExp): string[] {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const bare: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const element = node.parentElement;
    if (
      element === null ||
      !/\d/.test(text.replaceAll(dates, '')) ||
      element.closest(`${opens}, ${invisible}`) !== null
    )
      continue;
    if (!isAnswered(element, page) && reasons?.test(element.textContent ?? '') !== true)
      bare.push(text);
  }
  return bare;
}

function isAnswered(element: HTMLElement, page: HTMLElement): boolean {
  for (
    let part: HTMLElement | null = element;
    part !== null && part !== page;
    part = part.parentElement
  ) {
    if (part.querySelectorAll(headings).length > 1) return false;
    if (part.querySelector(answers) !== null) return true;
  }
  return false;
}
