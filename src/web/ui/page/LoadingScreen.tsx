/**
 * Loading screen without the component library, because it is shown before the library is loaded.
 * The styles are in `start.css`.
 */
export function LoadingScreen() {
  return (
    <div className="loading-screen" role="status">
      Loading...
    </div>
  );
}
