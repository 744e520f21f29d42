import { ChairIllustrationFrame, chairPath } from './ChairIllustrationFrame.tsx';

/** Illustration of an empty chair, for pages that were not found. */
export function EmptyChair() {
  return (
    <ChairIllustrationFrame>
      <g stroke="var(--mantine-color-dimmed)" strokeWidth="2.5" strokeDasharray="1 7">
        <circle cx="109" cy="25" r="13" />
        <path d="M94 72V60c0-10 6-16 15-16s15 6 15 16v12" />
      </g>
      <path d={chairPath} transform="translate(80 37)" stroke="var(--accent)" strokeWidth="10" />
    </ChairIllustrationFrame>
  );
}
