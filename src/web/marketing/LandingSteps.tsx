const steps = [
  { name: 'Book Your Visit', text: 'Choose a practice that uses our product and book with it online, as any patient would.' },
  {
    name: 'Experience',
    text: 'Go as a patient: the forms, the reminder, the front desk, the payment. Notice what is easy and what is not, and keep the receipt.',
  },
  { name: 'Get $500 Back', text: 'Submit the receipt in the expense tool, with a few words on how it went. You are reimbursed.' },
];

export function LandingSteps() {
  return (
    <section className="steps wide" id="how" aria-labelledby="how-title">
      <div className="opening">
        <h2 id="how-title">How It Works</h2>
        <p>One visit, start to finish. The practice sees a patient like any other; you see what they see.</p>
      </div>
      <ol>
        {steps.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
