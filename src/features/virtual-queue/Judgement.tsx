/** What came of the question: the verdict, its picture, its figures, and why. */
import type { VirtualQueueJudgement, VirtualQueueReport } from '../../../workers/virtual-queue/contract.ts';
import { CheckList } from './CheckList.tsx';
import { OrderNote } from './OrderNote.tsx';
import { PartPictures } from './PartPictures.tsx';
import { PartTable } from './PartTable.tsx';
import {
  decidingReplay,
  evidenceSentence,
  modelName,
  namedReplays,
  OUTCOMES,
  orderSentence,
} from './verdict-words.ts';

export function Judgement({ report }: { readonly report: VirtualQueueReport }) {
  if (report.kind === 'refused') {
    return (
      <div className="verdict" data-outcome="refused" role="status">
        <p className="verdict__title">✕ No prediction</p>
        <p>{report.reason}.</p>
      </div>
    );
  }
  return (
    <>
      <VerdictBanner judgement={report} />
      <OrderNote judgement={report} />
      <PartPictures judgement={report} />
      <PartTable judgement={report} />
      <CheckList judgement={report} />
    </>
  );
}

function VerdictBanner({ judgement }: { readonly judgement: VirtualQueueJudgement }) {
  const deciding = decidingReplay(judgement);
  const { shape, title, note } = OUTCOMES[deciding.verdict.outcome];
  const others = namedReplays(judgement).filter(({ replay }) => replay !== deciding);
  const order = orderSentence(judgement);
  return (
    <div className="verdict" data-outcome={deciding.verdict.outcome} role="status">
      <p className="verdict__title">
        {shape} {title} <span className="verdict__note">– {note}</span>
      </p>
      <p>
        <strong>
          {judgement.queue}, {modelName(deciding)}:
        </strong>{' '}
        {deciding.verdict.sentences.join(' ')}
      </p>
      {order !== undefined && <p>{order}</p>}
      {others.map(({ name, replay }) => (
        <p key={name} className="verdict__other">
          <strong>
            {OUTCOMES[replay.verdict.outcome].shape} {name}:
          </strong>{' '}
          {replay.verdict.sentences.join(' ')}
        </p>
      ))}
      <p className="panel__note">{evidenceSentence(judgement)}</p>
      {judgement.warnings.map((warning) => (
        <p key={warning} className="panel__stale">
          ⚠ {warning}.
        </p>
      ))}
    </div>
  );
}
