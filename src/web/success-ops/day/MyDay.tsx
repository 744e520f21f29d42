export function MyDay() {
  return null;
}
