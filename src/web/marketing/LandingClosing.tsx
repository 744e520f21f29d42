import { LandingSignInLink, type LandingVisitor } from './LandingSignInLink.tsx';

export function LandingClosing(visitor: LandingVisitor) {
  return (
    <section className="closing wide" aria-labelledby="closing-title">
      <div>
        <h2 id="closing-title">Be the Connection That Matters</h2>
        <p>
          A thread connects patients with the people who care for them, and part of it is in your
          hands. See where it leads, from booking to payment.
        </p>
        {visitor.signedIn && <p>Claim Your $500 Benefit Today</p>}
        <LandingSignInLink {...visitor} look="on-deep">
          Claim Your $500 Benefit Today
        </LandingSignInLink>
      </div>
      <svg viewBox="0 0 420 300" aria-hidden="true">
        <path
          className="thread"
          d="M-900 330C-200 330 40 330 84 200S130 92 158 92s78 128 150 128 66-140 180-190"
        />
        <circle cx="158" cy="92" r="46" className="fill-warm" />
        <path d="M134 100a24 24 0 0 0 48 0" className="smile" />
        <circle cx="308" cy="220" r="46" className="fill-pale" />
        <path d="M294 199v22h24M294 221v14M318 221v14" className="chair" />
      </svg>
    </section>
  );
}
