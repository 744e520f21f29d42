import { vi } from 'vitest';

/** jsdom lays nothing out, and a list draws only the rows that fit: each element is given the size of a screen. Answers how to take it back. */
export function withLayout(): () => void {
  const sizes = [
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200),
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600),
  ];
  return () => {
    for (const size of sizes) size.mockRestore();
  };
}
