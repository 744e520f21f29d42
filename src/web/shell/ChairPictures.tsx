import type { ReactNode } from 'react';

const chair = 'M0 0v44h44M44 44v20M0 44v20';

/** The chair of our mark, on a floor, drawn in the colours of the scheme. */
function Scene({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 200 120" width="200" height="120" fill="none" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <ellipse cx="100" cy="60" rx="96" ry="52" fill="var(--accent)" opacity="0.08" />
      <path d="M22 104h156" stroke="var(--line)" strokeWidth="3" />
      {children}
    </svg>
  );
}

/** Nobody sits where somebody was expected. */
export function EmptyChair() {
  return (
    <Scene>
      <g stroke="var(--mantine-color-dimmed)" strokeWidth="2.5" strokeDasharray="1 7">
        <circle cx="108" cy="30" r="12" />
        <path d="M96 76V62c0-9 5-14 12-14s12 5 12 14v14" />
      </g>
      <path d={chair} transform="translate(80 37)" stroke="var(--accent)" strokeWidth="10" />
    </Scene>
  );
}

/** The chair lies on its back. */
export function FallenChair() {
  return (
    <Scene>
      <path d={chair} transform="translate(62 99) rotate(-90)" stroke="var(--accent)" strokeWidth="10" />
      <g stroke="var(--mantine-color-dimmed)" strokeWidth="2.5">
        <path d="M142 38l10-8M148 54h12M134 26l4-12" />
      </g>
    </Scene>
  );
}
