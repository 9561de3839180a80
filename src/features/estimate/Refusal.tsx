import { Refused } from '../../ui/widgets/Refused.tsx';

const MOST_REASONS = 5;

export interface RefusalProps {
  readonly title: string;
  readonly reasons: readonly string[];
}

/** Why there is no answer, the first reasons. */
export function Refusal({ title, reasons }: RefusalProps) {
  const more = reasons.length - MOST_REASONS;
  return (
    <Refused says={<strong>{title}</strong>}>
      <ul>
        {reasons.slice(0, MOST_REASONS).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </Refused>
  );
}
