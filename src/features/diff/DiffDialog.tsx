/** What changed from another scenario to the one on the drawing: inputs, and what they change of the answer. */
import { useEffect, useMemo, useState } from 'react';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { useDocument, useScenario } from '../../state/document-store.ts';
import type { StoredScenario } from '../../state/scenario-library.ts';
import { closeDialog } from '../../state/session-store.ts';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { Dialog } from '../../ui/widgets/Dialog.tsx';
import { ChooseButton } from '../estimate/ChooseButton.tsx';
import { FileSection } from '../estimate/FileSection.tsx';
import { readScenarioFile } from '../files/files.ts';
import { library } from '../files/opening.ts';
import { besideSolver } from '../solve/solver-client.ts';
import { ANSWER_COLUMNS, type Diff, diffOf, INPUT_COLUMNS, NO_ANSWER, NO_INPUT } from './scenario-diff.ts';
import './diff.css';

interface Other {
  readonly title: string;
  readonly scenario: Scenario;
}

/** What is shown of the other scenario: nothing yet, work, a refusal, or the changes. */
type Shown =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'working' }
  | { readonly kind: 'refused'; readonly lines: readonly string[] }
  | { readonly kind: 'changes'; readonly diff: Diff };

export default function DiffDialog() {
  const now = useScenario();
  const others = useOthers();
  const [chosen, setChosen] = useState<string>();
  const [file, setFile] = useState<Other>();
  const [refusal, setRefusal] = useState<readonly string[]>();
  const other = file ?? others.find(({ id }) => id === chosen);
  const shown = useDiff(other?.scenario, now);
  const takeFile = async (taken: File): Promise<void> => {
    const read = await readScenarioFile(taken).catch(() => ({ ok: false, error: [GONE] }) as const);
    setRefusal(read.ok ? undefined : [`${taken.name}:`, ...read.error]);
    setChosen(undefined);
    setFile(read.ok ? { title: taken.name, scenario: read.value } : undefined);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeDialog()}
      title="Compare scenarios"
      description="Before: another file, version or scenario of this browser. After: the current drawing."
      size="large"
    >
      <FileSection label="Compare scenarios" className="diff" onFile={(taken) => void takeFile(taken)}>
        <div className="diff__choice">
          {others.length > 0 && (
            <ChoiceField
              label="Before"
              as="list"
              value={file ? undefined : chosen}
              choices={others.map(
                ({ id, title, hint }): Choice<string> => ({ value: id, label: title, hint }),
              )}
              placeholder={file ? file.title : 'Choose a version or scenario'}
              onChange={(id) => {
                setRefusal(undefined);
                setFile(undefined);
                setChosen(id);
              }}
            />
          )}
          <ChooseButton onFile={(taken) => void takeFile(taken)} />
        </div>
        <DiffBody
          shown={refusal ? { kind: 'refused', lines: refusal } : shown}
          titles={[other?.title ?? '', now.name]}
        />
      </FileSection>
    </Dialog>
  );
}

const GONE = 'It cannot be read: it was moved, deleted, changed or locked since it was chosen.';

interface Choosable extends Other {
  readonly id: string;
  readonly hint: string;
}

/** Versions of the drawing that have a name, how it was opened, and what this browser keeps. */
function useOthers(): readonly Choosable[] {
  const history = useDocument((state) => state.history);
  const open = useDocument((state) => state.id);
  const [stored, setStored] = useState<readonly StoredScenario[]>([]);
  useEffect(() => {
    let isNewest = true;
    // A browser that refuses storage keeps none.
    library.list().then(
      (list) => isNewest && setStored(list),
      () => undefined,
    );
    return () => {
      isNewest = false;
    };
  }, []);
  return useMemo(() => {
    const versions = [...(history?.versions.values() ?? [])].filter(
      ({ id, parent }) => id !== history?.at && (history?.names.has(id) || parent === undefined),
    );
    return [
      ...versions.map(({ id, label, scenario }): Choosable => {
        const name = history?.names.get(id);
        return { id: `version ${id}`, title: name ?? label, hint: 'Version of this drawing', scenario };
      }),
      ...stored
        .filter(({ id }) => id !== open)
        .map(({ id, scenario, savedAt }): Choosable => {
          const hint = `Kept in this browser, ${new Date(savedAt).toLocaleString('en')}`;
          return { id: `stored ${id}`, title: scenario.name, hint, scenario };
        }),
    ];
  }, [history, open, stored]);
}

function useDiff(before: Scenario | undefined, after: Scenario): Shown {
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' });
  useEffect(() => {
    if (!before) return setShown({ kind: 'nothing' });
    const gone = new AbortController();
    const answered = async (scenario: Scenario) => ({
      scenario,
      outcome: await besideSolver.solve(gone.signal, scenario, 'auto', true),
    });
    setShown({ kind: 'working' });
    Promise.all([answered(before), answered(after)]).then(
      ([first, second]) => !gone.signal.aborted && setShown({ kind: 'changes', diff: diffOf(first, second) }),
      (reason: unknown) =>
        !gone.signal.aborted &&
        setShown({ kind: 'refused', lines: [reason instanceof Error ? reason.message : String(reason)] }),
    );
    return () => gone.abort();
  }, [before, after]);
  return shown;
}

interface DiffBodyProps {
  readonly shown: Shown;
  readonly titles: readonly [string, string];
}

function DiffBody({ shown, titles }: DiffBodyProps) {
  switch (shown.kind) {
    case 'nothing':
      return <p className="diff__hint">Choose a scenario, or drop its file here.</p>;
    case 'working':
      return (
        <p className="diff__hint" role="status">
          Solving both…
        </p>
      );
    case 'refused':
      return (
        <p className="diff__hint" role="alert">
          {shown.lines.join(' ')}
        </p>
      );
    case 'changes':
      return <Changes diff={shown.diff} titles={titles} />;
  }
}

function Changes({ diff, titles }: { readonly diff: Diff; readonly titles: readonly [string, string] }) {
  const { inputs, answers, sides } = diff;
  return (
    <>
      <dl className="diff__sides">
        {(['Before', 'After'] as const).map((word, i) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>
              {titles[i]}: {sides[i]!.trust}
            </dd>
          </div>
        ))}
      </dl>
      <DataTable
        caption="Changed inputs"
        showCaption
        columns={INPUT_COLUMNS}
        rows={inputs}
        rowKey={({ path }) => path}
        fileName="changed inputs"
        empty={<p className="diff__hint">{NO_INPUT}</p>}
      />
      <DataTable
        caption="Changed answers"
        showCaption
        columns={ANSWER_COLUMNS}
        rows={answers}
        rowKey={({ stage = '', what }) => `${stage} ${what}`}
        fileName="changed answers"
        empty={<p className="diff__hint">{NO_ANSWER}</p>}
      />
    </>
  );
}
