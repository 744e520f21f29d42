import { EmpathyArt, IdeasArt, ReceiptArt } from './LandingBenefitsArt.tsx';

export function LandingBenefits() {
  return (
    <section className="benefits wide" id="benefit" aria-labelledby="benefit-title">
      <h2 id="benefit-title">Your visit makes the next one better</h2>
      <ul>
        <li className="money">
          <div>
            <h3>$500 Annual Benefit</h3>
            <p>
              A cleaning, a check-up, an eye exam: your choice of care, every year, at a practice
              that uses our product.
            </p>
          </div>
          <ReceiptArt />
        </li>
        <li>
          <EmpathyArt />
          <div>
            <h3>Build Empathy</h3>
            <p>
              Fill in a form with a child on your lap. Read a reminder when you are nervous. You’ll
              know how patients feel.
            </p>
          </div>
        </li>
        <li>
          <IdeasArt />
          <div>
            <h3>Drive Innovation</h3>
            <p>
              Tell us about the button you couldn’t find and the question you were asked twice.
              That’s our list of what to fix.
            </p>
          </div>
        </li>
      </ul>
    </section>
  );
}
