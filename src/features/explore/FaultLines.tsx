/** What is wrong, a line each. */
export function FaultLines({ faults }: { readonly faults: readonly string[] }) {
  return (
    <div className="panel__refusal" role="alert">
      {faults.map((fault) => (
        <div key={fault}>✕ {fault}</div>
      ))}
    </div>
  );
}
