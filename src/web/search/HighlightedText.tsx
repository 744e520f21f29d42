import { matchRange } from '#shared/search/text-index.ts';

/** Text with the matching part highlighted. */
export function HighlightedText({ text, needle }: { text: string; needle: string }) {
  const range = matchRange(text, needle);
  if (!range) return text;
  return (
    <>
      {text.slice(0, range.start)}
      <mark>{text.slice(range.start, range.end)}</mark>
      {text.slice(range.end)}
    </>
  );
}
