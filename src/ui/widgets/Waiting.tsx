/** Stands where a part of the page is still fetched; says so to the eye only when it takes long. */
export function Waiting() {
  return (
    <p className="w-waiting" role="status">
      Loading…
    </p>
  );
}
