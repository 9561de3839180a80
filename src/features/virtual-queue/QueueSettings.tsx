/** Which queue, which bus, which histogram drives the server, and how many replications. */

import { err, ok, type Result } from '../../../core/base/result.ts';
import { distributionRate, isPoisson } from '../../../core/distributions/index.ts';
import {
  type Dimension,
  formatFull,
  formatQuantity,
  parseQuantity,
} from '../../../core/quantities/quantity.ts';
import type { Bins, ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import type { ServiceEvidence, VirtualQueueQuestion } from '../../../workers/virtual-queue/contract.ts';
import { SERVICE_EVIDENCE } from '../../../workers/virtual-queue/contract.ts';
import { drawnBus } from '../../../workers/virtual-queue/drawn-bus.ts';
import { measuredBus, seenFlush } from '../../../workers/virtual-queue/measured-bus.ts';
import { EVIDENCE_WORDS, flushWords } from '../../../workers/virtual-queue/verdict-words.ts';
import { useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { PlayIcon } from '../../ui/widgets/icons.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { askVerdict } from './ask-verdict.ts';
import { chooseQueue, setChannel, setQuestion, verdictRun } from './virtual-queue-run.ts';
import { judgeableQueues, type QueueSource } from './virtual-queue-store.ts';

interface QueueSettingsProps {
  readonly source: QueueSource;
  readonly question: VirtualQueueQuestion;
}

export function QueueSettings({ source, question }: QueueSettingsProps) {
  const running = verdictRun.use(({ status }) => status === 'running');
  const { measured } = source;
  const queues = judgeableQueues(measured);
  const queue = queues.find(({ id }) => id === question.queue) ?? queues[0]!;
  const ends = endsOf(measured, queue);
  const hasChannel = queue.kind === 'virtual' || ends.tail !== undefined;
  const rate =
    question.service && isPoisson(question.service) ? distributionRate(question.service) : undefined;
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
        label="Service model"
        as="list"
        help="Gaps between all departures include idle time, so a server with these times never keeps up. Service times, and gaps during which an element was present, do not."
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
      {(question.align || [ends.tail, ends.head].every((end) => end?.basis === 'events')) && (
        <ChoiceField
          label="Clocks"
          help="Aligned: the clock of the head is put onto that of the tail by offset and drift, so that the least time over the bus is the latency."
          value={question.align ? 'aligned' : 'as they are'}
          choices={[
            { value: 'as they are', label: 'as they are' },
            { value: 'aligned', label: 'aligned' },
          ]}
          onChange={(value) => {
            setQuestion({ align: value === 'aligned' ? true : undefined });
            void askVerdict();
          }}
        />
      )}
      <ChoiceField
        label="Initial state"
        value={question.startsEmpty === false ? 'running' : 'empty'}
        choices={[
          { value: 'empty', label: 'empty' },
          { value: 'running', label: 'running' },
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
        Test model
      </Button>
      <FromDrawing measured={measured} queue={queue.id} />
      {hasChannel && <FlushNote {...{ measured, question }} />}
    </form>
  );
}

interface ChannelFieldsProps {
  readonly ends: QueueEnds;
  readonly question: VirtualQueueQuestion;
}

function ChannelFields({ ends: { queue, tail }, question: { channel = {} } }: ChannelFieldsProps) {
  const { bulkSize: bulk, transferTime: transfer } = measuredBus(queue, tail);
  return (
    <>
      <SettingField
        label="Bulk size"
        dimension="count"
        placeholder={bulk === undefined ? 'not known' : String(bulk)}
        help="Elements per transfer; the bus waits until it has that many."
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
        label="Tail buffer size"
        dimension="count"
        placeholder="unbounded"
        value={channel.tailCapacity}
        onChange={(tailCapacity) => setChannel({ tailCapacity })}
      />
      <SettingField
        label="Head buffer size"
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
function FromDrawing({ measured, queue }: { readonly measured: ReducedMeasurement; readonly queue: string }) {
  const channel = drawnBus(useScenario(), measured, queue);
  if (!channel) return null;
  return (
    <Button variant="quiet" onClick={() => setChannel(channel)}>
      Bus as drawn
    </Button>
  );
}

const choiceOf = ({ id, name, kind }: ReducedQueue) => ({
  value: id,
  label: name === undefined || name === id ? id : `${id} ${name}`,
  hint: kind === 'virtual' ? 'crosses between platforms' : 'both ends on one platform',
});

/** What is assumed of the end of the run, which no file says, what speaks for it, and the other way. */

interface FlushNoteProps {
  readonly measured: ReducedMeasurement;
  readonly question: VirtualQueueQuestion;
}

function FlushNote({ measured, question: { queue, channel } }: FlushNoteProps) {
  const isFlushed = channel?.flush === true;
  const words = flushWords(isFlushed, seenFlush(measured, queue, channel?.bulkSize));
  return (
    <p className={words.isDoubtful ? 'panel__stale' : 'panel__note'}>
      {words.text}{' '}
      <Button
        size="small"
        onClick={() => {
          setChannel({ flush: isFlushed ? undefined : true });
          void askVerdict();
        }}
      >
        {words.other}
      </Button>
    </p>
  );
}

/** Which measured times could drive the server of a queue. */

interface QueueEnds {
  readonly queue: ReducedQueue;
  readonly tail?: ReducedQueue;
  readonly head?: ReducedQueue;
}

export function endsOf({ queues }: ReducedMeasurement, queue: ReducedQueue): QueueEnds {
  const end = (kind: 'tail' | 'head') => queues.find((one) => one.kind === kind && one.parentId === queue.id);
  const [tail, head] = [end('tail'), end('head')];
  return { queue, ...(tail && { tail }), ...(head && { head }) };
}

/** The histograms that the file has, with their mean and count; raw gaps too, to be refused with the reason. */
export function evidenceChoices({ queue, head }: QueueEnds): readonly Choice<ServiceEvidence | 'auto'>[] {
  const gaps = [head, queue].find((one) => one?.interDeparture)?.interDeparture;
  const known: Readonly<Partial<Record<ServiceEvidence, Bins | undefined>>> = {
    ...gaps,
    service: head?.service ?? queue.service,
  };
  return [
    { value: 'auto', label: 'auto' },
    ...SERVICE_EVIDENCE.flatMap((value) => {
      const bins = known[value];
      if (!bins) return [];
      const hint = `mean ${formatQuantity(bins.mean, 'time')}, ${formatQuantity(bins.total, 'count')} times`;
      return [{ value, label: EVIDENCE_WORDS[value], hint }];
    }),
  ];
}

/** One number of the question; left empty it is as the placeholder says. */

interface SettingFieldProps {
  readonly label: string;
  readonly dimension: Dimension;
  readonly value: number | undefined;
  readonly placeholder: string;
  readonly help?: string;
  /** Smallest value; more than 0 when absent. */
  readonly least?: number;
  readonly onChange: (value: number | undefined) => void;
}

function SettingField({ dimension, least, onChange, help, ...rest }: SettingFieldProps) {
  const parse = (text: string): Result<number | undefined, string> => {
    if (text.trim() === '') return ok(undefined);
    const value = parseQuantity(text, dimension);
    if (!value.ok) return value;
    if (least === undefined && !(value.value > 0)) return err('Expected more than 0.');
    return value.value < (least ?? 0) ? err(`Expected at least ${least}.`) : value;
  };
  return (
    <QuantityField
      {...rest}
      {...(help !== undefined && { help })}
      format={(value) => formatQuantity(value, dimension)}
      formatFull={(value) => formatFull(value, dimension)}
      parse={parse}
      onChange={(value) => onChange(value)}
    />
  );
}
