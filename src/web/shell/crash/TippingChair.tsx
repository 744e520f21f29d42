import { ChairIllustrationFrame, chairPath } from '../ChairIllustrationFrame.tsx';

/** Illustration of a tipping chair, for crashes. */
export function TippingChair() {
  return (
    <ChairIllustrationFrame>
      <path
        d={chairPath}
        transform="translate(104 99) rotate(-32) translate(0 -64)"
        stroke="var(--accent)"
        strokeWidth="10"
      />
      <g stroke="var(--mantine-color-dimmed)" strokeWidth="2.5">
        <path d="M54 66c2-12 7-21 14-29M42 62c2-8 4-15 8-22M132 98c6-4 10-9 12-16" />
      </g>
    </ChairIllustrationFrame>
  );
}
