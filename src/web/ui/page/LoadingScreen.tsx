/** Without the component library, because the HTML of a page shows it before that is there; its style is in `start.css`. */
export function LoadingScreen() {
  return (
    <div className="loading-screen" role="status">
      Loading...
    </div>
  );
}
