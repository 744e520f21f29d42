/** Illustration of a receipt and its reimbursement. */
export function ReceiptArt() {
  return (
    <svg className="art" viewBox="0 0 360 230" aria-hidden="true">
      <circle cx="286" cy="74" r="58" className="fill-warm" />
      <g transform="rotate(-4 150 130)">
        <path d="M60 26h190v230H60Z" className="fill-sheet" />
        <rect x="84" y="54" width="92" height="10" rx="5" className="fill-mark" />
        {[92, 122, 152].map((y) => (
          <g key={y}>
            <rect
              x="84"
              y={y}
              width={y === 122 ? 70 : 96}
              height="7"
              rx="3.5"
              className="fill-faint"
            />
            <rect x="200" y={y} width="28" height="7" rx="3.5" className="fill-faint" />
          </g>
        ))}
        <path d="M84 184h144" className="rule" />
        <rect x="84" y="202" width="50" height="10" rx="5" className="fill-mark" />
        <rect x="180" y="202" width="48" height="10" rx="5" className="fill-mark" />
      </g>
      <g transform="translate(286 74)">
        <path d="M-26 4l16 17 34-38" fill="none" className="big-tick" />
      </g>
    </svg>
  );
}

/** Illustration of two overlapping views. */
export function EmpathyArt() {
  return (
    <svg className="art small" viewBox="0 0 120 120" aria-hidden="true">
      <circle cx="46" cy="60" r="36" className="fill-warm" />
      <circle cx="76" cy="60" r="36" className="see-through" />
    </svg>
  );
}

/** Illustration of a list with a marked line. */
export function IdeasArt() {
  return (
    <svg className="art small" viewBox="0 0 120 120" aria-hidden="true">
      <rect x="16" y="14" width="76" height="94" rx="14" className="fill-wash" />
      <path d="M34 40h40M34 82h28" className="stroke-line" />
      <path d="M30 61h48" className="marker" />
      <path d="M34 61h34" className="stroke-ink" />
      <path d="M112 34 82 72l-12 6 3-13 30-38Z" className="fill-accent" />
    </svg>
  );
}
