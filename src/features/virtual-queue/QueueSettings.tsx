/** Which queue, which bus, which histogram drives the server, and how many replications. */

import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { ReducedQueue } from '../../../workers/measure/contract.ts';
import type { ServiceEvidence, VirtualQueueQuestion } from '../../../workers/virtual-queue/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { PlayIcon } from '../../ui/widgets/icons.tsx';
import { askVerdict } from './ask-verdict.ts';
import { crossingChannel } from './crossing-channel.ts';
import { FlushNote } from './FlushNote.tsx';
import { endsOf, evidenceChoices, type QueueEnds } from './queue-evidence.ts';
import { SettingField } from './SettingField.tsx';
import { chooseQueue, setChannel, setQuestion } from './virtual-queue-run.ts';
import { judgeableQueues, type QueueSource, useVirtualQueue } from './virtual-queue-store.ts';

interface QueueSettingsProps {
  readonly source: QueueSource;
  readonly question: VirtualQueueQuestion;
}

export function QueueSettings({ source, question }: QueueSettingsProps) {
  const running = useVirtualQueue(({ run }) => run.status === 'running');
  const { measured } = source;
  const queues = judgeableQueues(measured);
  const queue = queues.find(({ id }) => id === question.queue) ?? queues[0]!;
  const ends = endsOf(measured, queue);
  const hasChannel = queue.kind === 'virtual' || ends.tail !== undefined;
  const rate = question.service?.distribution === 'exponential' ? rateOf(question.service) : undefined;
  return (
    <form
      className="virtual-queue__settings"
      aria-label="Question"
      onSubmit={(event) => {
        event.preventDefault();
        void askVerdict();
      }}
    >
      <ChoiceField
        label="Queue"
        as="list"
        value={queue.id}
        choices={queues.map(choiceOf)}
        onChange={chooseQueue}
      />
      <ChoiceField<ServiceEvidence | 'auto'>
        label="Server driven by"
        as="list"
        help="Gaps between all departures hold the time in which nothing was there, so that a server with these times never keeps up. Services, or gaps during which an element was there, do not."
        value={question.evidence ?? 'auto'}
        choices={evidenceChoices(ends)}
        onChange={(value) => {
          setQuestion({ evidence: value === 'auto' ? undefined : value });
          void askVerdict();
        }}
      />
      <SettingField
        label="Service rate"
        dimension="rate"
        placeholder="as measured"
        help="Of an exponential server, known from elsewhere; goes before the measured times."
        value={rate}
        onChange={(value) =>
          setQuestion({
            service: value === undefined ? undefined : { distribution: 'exponential', rate: value },
          })
        }
      />
      {hasChannel && <ChannelFields {...{ ends, question }} />}
      <ChoiceField
        label="Measured"
        value={question.startsEmpty === false ? 'running' : 'empty'}
        choices={[
          { value: 'empty', label: 'from empty' },
          { value: 'running', label: 'while running' },
        ]}
        onChange={(value) => setQuestion({ startsEmpty: value === 'running' ? false : undefined })}
      />
      <SettingField
        label="Replications"
        dimension="count"
        placeholder="99"
        least={39}
        value={question.replications}
        onChange={(replications) => setQuestion({ replications })}
      />
      <SettingField
        label="Seed"
        dimension="count"
        placeholder="1"
        least={0}
        value={question.seed}
        onChange={(seed) => setQuestion({ seed })}
      />
      <Button type="submit" variant="primary" icon={<PlayIcon />} disabled={running}>
        Judge
      </Button>
      <FromDrawing queue={queue} />
      {hasChannel && <FlushNote {...{ measured, question }} />}
    </form>
  );
}

interface ChannelFieldsProps {
  readonly ends: QueueEnds;
  readonly question: VirtualQueueQuestion;
}

function ChannelFields({ ends: { queue, tail }, question: { channel = {} } }: ChannelFieldsProps) {
  const bulk = queue.bulkSize ?? tail?.bulkSize;
  const transfer = tail?.service?.mean;
  return (
    <>
      <SettingField
        label="Bulk size"
        dimension="count"
        placeholder={bulk === undefined ? 'not known' : String(bulk)}
        help="Elements of one transfer of the bus, which waits for that many."
        value={channel.bulkSize}
        onChange={(bulkSize) => setChannel({ bulkSize })}
      />
      <SettingField
        label="Transfer time"
        dimension="time"
        placeholder={transfer === undefined ? 'not known' : formatQuantity(transfer, 'time')}
        value={channel.transferTime}
        least={0}
        onChange={(transferTime) => setChannel({ transferTime })}
      />
      <SettingField
        label="Latency"
        dimension="time"
        placeholder="0 s"
        help="From the end of a transfer until its elements can be read."
        least={0}
        value={channel.latency}
        onChange={(latency) => setChannel({ latency })}
      />
      <SettingField
        label="Room in the tail"
        dimension="count"
        placeholder="unbounded"
        value={channel.tailCapacity}
        onChange={(tailCapacity) => setChannel({ tailCapacity })}
      />
      <SettingField
        label="Room in the head"
        dimension="count"
        placeholder="unbounded"
        value={channel.headCapacity}
        onChange={(headCapacity) => setChannel({ headCapacity })}
      />
      <ChoiceField
        label="At the end"
        help="Of the run, of elements that do not fill a bulk: they stay in the tail, or are sent as they are."
        value={channel.flush ? 'flush' : 'keep'}
        choices={[
          { value: 'keep', label: 'keep' },
          { value: 'flush', label: 'flush' },
        ]}
        onChange={(value) => setChannel({ flush: value === 'flush' ? true : undefined })}
      />
    </>
  );
}

/** All that the drawing says of the bus, in place of what the file says. */
function FromDrawing({ queue }: { readonly queue: ReducedQueue }) {
  const scenario = useScenario();
  const channel = crossingChannel(scenario, queue);
  if (!channel) return null;
  return (
    <Button variant="quiet" onClick={() => setChannel(channel)}>
      Bus as drawn
    </Button>
  );
}

const rateOf = (distribution: { readonly rate?: number; readonly mean?: number }): number | undefined =>
  distribution.rate ?? (distribution.mean === undefined ? undefined : 1 / distribution.mean);

const choiceOf = ({ id, name, kind }: ReducedQueue) => ({
  value: id,
  label: name === undefined || name === id ? id : `${id} ${name}`,
  hint: kind === 'virtual' ? 'crosses between platforms' : 'both ends on one platform',
});
