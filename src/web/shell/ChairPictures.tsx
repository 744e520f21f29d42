import type { ReactNode } from 'react';

const chair = 'M0 0v44h44M44 44v20M0 44v20';

/** Ground and background of the illustrations, in the colors of the scheme. */
function Scene({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 200 120"
      width="200"
      height="120"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <ellipse cx="100" cy="60" rx="96" ry="52" fill="var(--accent)" opacity="0.08" />
      <path d="M22 104h156" stroke="var(--line)" strokeWidth="3" />
      {children}
    </svg>
  );
}

/** Illustration of an empty chair, for pages that were not found. */
export function EmptyChair() {
  return (
    <Scene>
      <g stroke="var(--mantine-color-dimmed)" strokeWidth="2.5" strokeDasharray="1 7">
        <circle cx="109" cy="25" r="13" />
        <path d="M94 72V60c0-10 6-16 15-16s15 6 15 16v12" />
      </g>
      <path d={chair} transform="translate(80 37)" stroke="var(--accent)" strokeWidth="10" />
    </Scene>
  );
}

/** Illustration of a tipping chair, for crashes. */
export function TippingChair() {
  return (
    <Scene>
      <path
        d={chair}
        transform="translate(104 99) rotate(-32) translate(0 -64)"
        stroke="var(--accent)"
        strokeWidth="10"
      />
      <g stroke="var(--mantine-color-dimmed)" strokeWidth="2.5">
        <path d="M54 66c2-12 7-21 14-29M42 62c2-8 4-15 8-22M132 98c6-4 10-9 12-16" />
      </g>
    </Scene>
  );
}
