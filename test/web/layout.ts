import { vi } from 'vitest';

/**
 * Gives each element the size of a screen. jsdom has no layout, and a list renders only visible
 * rows. Returns a function that restores the sizes.
 */
export function mockElementSizes(): () => void {
  const sizes = [
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200),
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600),
  ];
  return () => {
    for (const size of sizes) size.mockRestore();
  };
}
