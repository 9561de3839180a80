/** What is drawn along what: the columns that a picture of the points takes. */

import type { Study } from '../../../core/study/study.ts';
import type { PointColumn } from '../../../workers/explore/explore-words.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { type ExplorePicture, type ExploreView, setExploreView } from './explore-store.ts';
import { columnNamed } from './point-columns.ts';
import type { ShownPoints } from './use-points.ts';

/** Spread is shown for samples only: that of a grid would be the spread of its ranges. */
export const isSampled = ({ sampling }: Study): boolean => sampling !== undefined && sampling.kind !== 'grid';

/** What a study does not have is replaced by what it has. */
export function chosenColumns({ inputs, measures, columns }: ShownPoints, view: ExploreView) {
  const x = columnNamed(inputs, view.x);
  const others = inputs.filter(({ name }) => name !== x.name);
  const measure = columnNamed(measures, view.measure);
  const rest = columns.filter(({ name }) => name !== measure.name);
  const second = rest.findIndex(({ kind }) => kind === 'measure');
  const against = columnNamed(rest, view.against, Math.max(0, second));
  return {
    ...{ x, measure, against },
    y: columnNamed(others.length > 0 ? others : inputs, view.y),
    third: rest.find(({ name }) => name === view.third && name !== against.name),
  };
}

/** No column is called so. */
const NONE = '-';

interface ColumnsProps {
  readonly study: Study;
  readonly picture: ExplorePicture;
  readonly shown: ShownPoints;
  readonly view: ExploreView;
}

export function PictureColumns({ study, picture, shown, view }: ColumnsProps) {
  const { x, y, measure, against, third } = chosenColumns(shown, view);
  const has = (...pictures: ExplorePicture[]): boolean => pictures.includes(picture);
  return (
    <>
      {(isSampled(study) || has('heat', 'curve', 'scatter', 'tornado')) && (
        <ColumnField
          label="Measure"
          value={measure}
          columns={shown.measures}
          onChange={(name) => setExploreView({ measure: name })}
        />
      )}
      {has('scatter') && (
        <ColumnField
          label="Against"
          value={against}
          columns={shown.columns}
          onChange={(name) => setExploreView({ against: name })}
        />
      )}
      {has('scatter') && (
        <ChoiceField
          label="In shades"
          as="list"
          value={third?.name ?? NONE}
          choices={[
            { value: NONE, label: 'nothing' },
            ...shown.columns
              .filter(({ name }) => name !== measure.name && name !== against.name)
              .map(({ name, words }) => ({ value: name, label: words })),
          ]}
          onChange={(name) => setExploreView({ third: name === NONE ? undefined : name })}
        />
      )}
      {has('heat', 'curve') && shown.inputs.length > 1 && (
        <ColumnField
          label="Along x"
          value={x}
          columns={shown.inputs}
          onChange={(name) => setExploreView({ x: name })}
        />
      )}
      {has('heat') && shown.inputs.length > 2 && (
        <ColumnField
          label="Along y"
          value={y}
          columns={shown.inputs.filter(({ name }) => name !== x.name)}
          onChange={(name) => setExploreView({ y: name })}
        />
      )}
    </>
  );
}

interface ColumnFieldProps {
  readonly label: string;
  readonly value: PointColumn;
  readonly columns: readonly PointColumn[];
  readonly onChange: (name: string) => void;
}

function ColumnField({ label, value, columns, onChange }: ColumnFieldProps) {
  return (
    <ChoiceField
      label={label}
      as="list"
      value={value.name}
      choices={columns.map(({ name, words }) => ({ value: name, label: words }))}
      onChange={onChange}
    />
  );
}
