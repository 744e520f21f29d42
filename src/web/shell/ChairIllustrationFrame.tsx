import type { ReactNode } from 'react';

/** Outline of the chair. */
export const chairPath = 'M0 0v44h44M44 44v20M0 44v20';

/** Ground and background of the illustrations, in the colors of the scheme. */
export function ChairIllustrationFrame({ children }: { children: ReactNode }) {
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
