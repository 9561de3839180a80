import type { StageNode } from '../../../core/scenario/scenario.ts';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { Facts } from './Facts.tsx';
import { HELP } from './help.ts';
import type { NodePartProps } from './node-part.ts';
import { quantityProps, type Reading } from './quantity-props.ts';
import { rateText } from './rate-text.ts';
import { senderUnit } from './sender-unit.ts';

export interface ArrivalFieldsProps extends NodePartProps<StageNode> {
  readonly reading: Reading;
}

/** What reaches the stage, and what becomes of it at the entry. */
export function ArrivalFields({ scenario, node: stage, answer, stale, change, reading }: ArrivalFieldsProps) {
  const measures = answer?.stages[stage.id];
  const sender = senderUnit(scenario, stage.id);
  const lost = measures?.lossRate === undefined || measures.lossRate === 0 ? undefined : measures.lossRate;
  return (
    <>
      <Facts
        stale={stale}
        facts={[
          { label: 'Offered', value: rateText(measures?.offeredRate, reading) },
          { label: 'Accepted', value: rateText(measures?.arrivalRate, reading) },
          { label: 'Lost', value: rateText(lost, reading) },
        ]}
      />
      <QuantityField
        label="Conversion F"
        help={HELP.conversionFactor}
        value={stage.conversionFactor}
        placeholder="1"
        unitHint={sender && stage.unit ? `${stage.unit} / ${sender}` : undefined}
        onChange={(conversionFactor, gesture) => change('Change conversion', { conversionFactor }, gesture)}
        {...quantityProps('number', {}, { optional: true, above: 0 })}
      />
      <QuantityField
        label="Overdrive"
        help={HELP.overdriveRate}
        value={stage.overdriveRate}
        placeholder="0"
        logScrub
        onChange={(overdriveRate, gesture) => change('Change overdrive', { overdriveRate }, gesture)}
        {...quantityProps('rate', { unit: sender }, { optional: true })}
      />
    </>
  );
}
