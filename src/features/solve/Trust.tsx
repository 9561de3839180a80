/** How sure the answer is: by which method and why, what others say, and what saturates next. */
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { Badge, trustShape } from '../../ui/widgets/Badge.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { TrustAgreement } from './TrustAgreement.tsx';
import { TrustLadder } from './TrustLadder.tsx';
import { answerTrust } from './trust-of.ts';
import './trust.css';

export function Trust({ answer }: { readonly answer: SolveAnswer }) {
  const { methodLabel, reason } = answer;
  const trust = answerTrust(answer);
  return (
    <Disclosure
      title="How sure is this?"
      summary={`${trustShape(trust)} ${methodLabel ?? ''}`}
      remember="trust"
    >
      <div className="trust">
        <p className="trust__method">
          <Badge trust={trust} />
          {methodLabel !== undefined && <strong>{capitalized(methodLabel)}.</strong>} {reason}
        </p>
        <TrustAgreement answer={answer} />
        <TrustLadder ladder={answer.network.ladder ?? []} />
      </div>
    </Disclosure>
  );
}

const capitalized = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
