/** Logo and name for header and footer. */
export function LandingLogo() {
  return (
    <span className="mark">
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect width="32" height="32" rx="9" className="fill-deep" />
        <path
          d="M10 7.5v12h12M22 19.5v5M10 19.5v5"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Chairside
    </span>
  );
}
