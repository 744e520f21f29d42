/**
 * Loading screen. It does not use the component library, because it is shown before the library is
 * loaded. Its styles are in `start.css`.
 */
export function LoadingScreen() {
  return (
    <div className="loading-screen" role="status">
      Loading...
    </div>
  );
}
