/** The measurement that the tab Measured shows, as a source of samples. */

import { Button } from '../../ui/widgets/Button.tsx';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { fileOf } from '../measure/opened-files.ts';
import { hasSamples, openSamples, useEstimating } from './estimating.ts';

/** Nothing while it is the source already. Reduced, a trace has lost the rows that rates need: its file is read again. */
export function FromMeasured() {
  const shown = useMeasured(selectShown);
  const source = useEstimating((state) => state.source?.file.name);
  if (!shown || shown.name === source) return null;
  const { name, mapping } = shown;
  const file = fileOf(shown);
  if (!file && !hasSamples(shown))
    return <p className="panel__note">{name} is kept without its rows; choose its file again.</p>;
  const open = () =>
    openSamples(
      file ? { kind: 'file', file, ...(mapping && { mapping }) } : { kind: 'measured', measured: shown },
    );
  return <Button onClick={() => void open()}>Estimate from {name}</Button>;
}
