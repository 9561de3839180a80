import { choicesOf } from '../../../core/base/kinds.ts';
import { formatNumber } from '../../../core/quantities/quantity.ts';
import { drawsLink, ROUTING } from '../../../core/rules/routing.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import { linkShares, routingRule } from '../../../core/scenario/graph.ts';
import type { Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import type { ChangeNode, EditScenario } from './inspector-types.ts';
import { NodeLine } from './NodeLine.tsx';
import { ShareField } from './ShareField.tsx';
import { linksFrom, makeSharesEqual, scaleShares, sumOfShares } from './share-edits.ts';

export interface RoutingEditorProps {
  readonly scenario: Scenario;
  readonly node: ScenarioNode;
  readonly change: ChangeNode;
  readonly onEdit: EditScenario;
  readonly onSelectNode: (id: string) => void;
}

/** Where elements go next, and with which shares. */
export function RoutingEditor(props: RoutingEditorProps) {
  const { scenario, node, change, onSelectNode } = props;
  const links = linksFrom(scenario, node.id);
  const rule = routingRule(node);
  if (links.length === 0) return <p className="i-note">No link leaves here yet.</p>;
  return (
    <>
      {links.length > 1 && (
        <ChoiceField
          label={FIELDS.stage.routing.label}
          help={FIELDS.stage.routing.help}
          value={rule}
          choices={choicesOf(ROUTING)}
          onChange={(next) => change('Change routing', { routing: { rule: next } })}
        />
      )}
      {links.length > 1 && drawsLink(rule) ? (
        <Shares {...props} />
      ) : (
        <NodeLine
          words="goes to"
          ids={links.map((link) => link.to)}
          scenario={scenario}
          onSelect={onSelectNode}
        />
      )}
    </>
  );
}

function Shares({ scenario, node, onEdit }: RoutingEditorProps) {
  const links = linksFrom(scenario, node.id);
  const shares = linkShares('probabilistic', links);
  const written = links.some((link) => link.probability !== undefined);
  const total = sumOfShares(scenario, node.id);
  const adds = Math.abs(total - 1) < 1e-9;
  return (
    <>
      {links.map((link, index) => (
        <ShareField key={link.to} scenario={scenario} link={link} share={shares[index]!} onEdit={onEdit} />
      ))}
      {links.some((link) => link.byClass) && (
        <p className="i-note">Some classes have shares of their own: select a link to see them.</p>
      )}
      <div className="i-row">
        <span className={adds ? 'i-sum' : 'i-sum i-sum--off'}>
          {adds ? 'Sum 1' : `Sum ${formatNumber(total, 4)}, not 1`}
        </span>
        {!adds && (
          <Button size="small" onClick={() => onEdit('Scale shares', (s) => scaleShares(s, node.id))}>
            Scale to 1
          </Button>
        )}
        <Button
          size="small"
          disabled={!written}
          onClick={() => onEdit('Make shares equal', (s) => makeSharesEqual(s, node.id))}
        >
          Make equal
        </Button>
      </div>
    </>
  );
}
