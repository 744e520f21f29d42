/**
 * Returns `true` for a National Provider Identifier: ten digits beginning with 1 or 2, of which the
 * last is the check digit. Source of the formula: the NPI final rule, 45 CFR 162.406, which applies
 * the Luhn formula to the number with the prefix 80840.
 */
export function isNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false;
  const sum = [...`80840${text}`].toReversed().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
