import type { Alternatives, Platform, StageNode } from '../../../core/scenario/scenario.ts';
import { nameOf } from '../../ui/editor/node-words.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { moveStage } from '../explore/mapping-moves.ts';
import { ServiceDistributionEditor } from './DistributionEditor.tsx';
import { HELP } from './help.ts';
import { ItemCard } from './ItemCard.tsx';
import type { ChangeNode, EditScenario } from './inspector-types.ts';
import { PLATFORM_NAMES, PLATFORMS } from './platform-choices.ts';
import type { Reading } from './quantity-props.ts';

export interface AlternativesEditorProps {
  readonly stage: StageNode;
  readonly reading: Reading;
  readonly change: ChangeNode;
  readonly onEdit: EditScenario;
}

const KNOWN: readonly Choice<'unknown' | 'known'>[] = [
  { value: 'unknown', label: 'Not known', hint: 'the service stays as it is when the stage moves there' },
  { value: 'known', label: 'Its own', hint: 'the distribution of its service there' },
];

/** What the stage's service would be elsewhere, and a button that moves it there. */
export function AlternativesEditor({ stage, reading, change, onEdit }: AlternativesEditorProps) {
  const { alternatives = {} } = stage;
  if (stage.bus !== undefined) return null;
  const known = Object.keys(alternatives).length;
  const set = (platform: Platform, service: Alternatives[Platform], gesture?: string) =>
    change(
      `Change service on ${PLATFORM_NAMES[platform]}`,
      { alternatives: without({ ...alternatives, [platform]: service }) },
      gesture,
    );
  return (
    <Disclosure
      title="On other platforms"
      summary={known === 0 ? 'not known' : `${known} known`}
      remember="alternatives"
      defaultOpen={known > 0}
    >
      {PLATFORMS.filter((platform) => platform !== 'bus' && platform !== stage.platform).map((platform) => (
        <ItemCard key={platform} label={`On ${PLATFORM_NAMES[platform]}`} title={PLATFORM_NAMES[platform]}>
          <ChoiceField
            label="Service"
            help={HELP.alternative}
            value={alternatives[platform] ? 'known' : 'unknown'}
            choices={KNOWN}
            onChange={(choice) => set(platform, choice === 'known' ? stage.service : undefined)}
          />
          {alternatives[platform] && (
            <ServiceDistributionEditor
              distribution={alternatives[platform]}
              reading={reading}
              onChange={(service, gesture) => set(platform, service, gesture)}
            />
          )}
          <div className="i-row">
            <Button
              size="small"
              onClick={() =>
                onEdit(`Move ${nameOf(stage)} to ${PLATFORM_NAMES[platform]}`, (before) =>
                  moveStage(before, stage.id, platform),
                )
              }
            >
              Move it there
            </Button>
          </div>
        </ItemCard>
      ))}
    </Disclosure>
  );
}

/** Platforms without a service are not mentioned. */
function without(alternatives: Alternatives): Alternatives | undefined {
  const left = Object.entries(alternatives).filter(([, service]) => service !== undefined);
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}
