/** What to drop here, and a template of each kind. */
import { Button } from '../../ui/widgets/Button.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { DownloadIcon, UploadIcon } from '../../ui/widgets/icons.tsx';
import { chooseFile } from '../files/choose-files.ts';
import { saveMeasurementTemplate } from '../files/files.ts';

const TEMPLATES = [
  ['template-events.csv', 'Insertions and departures'],
  ['template-visits.csv', 'Visits'],
  ['template-counters.csv', 'Counter samples'],
  ['template-hist.csv', 'Histograms by frame'],
  ['template-tc.csv', 'Samples of service rates'],
  ['template-tasks.csv', 'Partly observed tasks'],
  ['template-events.ndjson', 'Events as NDJSON'],
  ['template-opentelemetry.json', 'OpenTelemetry'],
  ['template-jaeger.json', 'Jaeger'],
  ['template-prometheus.json', 'Prometheus'],
  ['template-timetrial.csv', 'TimeTrial'],
  ['template-weh.json', 'Queue sampling (Weh)'],
] as const;

export function EmptyMeasured() {
  return (
    <EmptyState
      icon={<UploadIcon size={24} />}
      title="Drop a trace, samples or histograms on the page"
      action={
        <>
          <Button icon={<UploadIcon />} onClick={chooseFile}>
            Choose a file…
          </Button>
          <div className="measured__templates">
            <p className="panel__note" id="measured-templates">
              Or begin with a template, a small file that works:
            </p>
            <ul aria-labelledby="measured-templates">
              {TEMPLATES.map(([file, label]) => (
                <li key={file}>
                  <a href={`${import.meta.env.BASE_URL}measurements/${file}`} download={file}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
            <Button
              size="small"
              variant="quiet"
              icon={<DownloadIcon />}
              onClick={() => void saveMeasurementTemplate()}
            >
              Template with the stages of this scenario
            </Button>
          </div>
        </>
      }
    >
      CSV, JSON, NDJSON or Parquet, gzipped or not, of any size; other CSV files are read when you say which
      column is what. A file is reduced to frames and histograms in this browser. The raw data never leaves
      this machine; only what it was reduced to is kept, and goes into a link when you share it.
    </EmptyState>
  );
}
