/** The animation is steered here: play, one event, speed, seed; the time, and what happened in words. */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { useScenario } from '../../state/document-store.ts';
import { setSimulation, useSession } from '../../state/session-store.ts';
import { DOT_KINDS } from '../../ui/editor/MovingDots.tsx';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { CloseIcon, PlayIcon } from '../../ui/widgets/icons.tsx';
import { QuantitySlider } from '../../ui/widgets/QuantitySlider.tsx';
import {
  closeAnimation,
  playOrPause,
  setAnimationSpeed,
  startAnimation,
  stepAnimation,
} from './animating.ts';
import { selectPlays, useAnimation } from './animation-store.ts';
import './animation.css';

const LARGEST = 2 ** 32 - 1;

/** The seed of the simulation; another one starts another course of events. */
function SeedField({ onChange }: { onChange(): void }) {
  const seed = useSession((session) => session.simulation.seed ?? 1);
  const take = (input: HTMLInputElement): void => {
    const value = Number(input.value);
    const isSeed = input.value.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= LARGEST;
    if (!isSeed) input.value = String(seed);
    if (!isSeed || value === seed) return;
    setSimulation({ seed: value });
    onChange();
  };
  return (
    <label
      className="animation__seed"
      title="The same seed gives the same course: the first replication of a simulation."
    >
      seed
      <input
        key={seed}
        className="w-input"
        inputMode="numeric"
        defaultValue={seed}
        onBlur={(event) => take(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget);
        }}
      />
    </label>
  );
}

export default function AnimationBar() {
  const status = useAnimation((animation) => animation.status);
  const scenario = useScenario();
  const playing = useAnimation(selectPlays);
  const restart = () => void startAnimation();
  const play = useRef<HTMLButtonElement>(null);
  // The space bar presses the button that has the focus: it must not be the one that was pressed before, such as Run.
  useEffect(() => {
    if (document.activeElement?.matches('button')) play.current?.focus();
  }, []);
  return (
    <section className="animation" aria-label="Animation" data-status={status}>
      <div className="animation__row">
        <IconButton
          ref={play}
          label={playing ? 'Pause' : 'Play'}
          shortcut="Space"
          icon={playing ? pauseIcon : <PlayIcon />}
          onClick={playOrPause}
        />
        <IconButton
          label="Next event"
          shortcut="."
          icon={stepIcon}
          disabled={status === 'halted' || status === 'opening'}
          onClick={() => void stepAnimation()}
        />
        <IconButton label="Restart" icon={restartIcon} onClick={restart} />
        <Clock />
        <Speed />
        <SeedField onChange={restart} />
        <ClassKey classes={scenario.classes} />
        <IconButton label="Close the animation" shortcut="P" icon={<CloseIcon />} onClick={closeAnimation} />
      </div>
      <Words />
    </section>
  );
}

/** Simulated time; silent, since it never rests. */
function Clock() {
  const time = useAnimation((animation) => formatQuantity(animation.time, 'time', { digits: 4 }));
  return (
    <span className="animation__clock">
      animation, <b>t = {time}</b>
    </span>
  );
}

function Speed() {
  const id = useId();
  const speed = useAnimation((animation) => animation.speed);
  const range = useAnimation((animation) => animation.range);
  const late = useAnimation((animation) => animation.late);
  const format = (value: number): string => `${formatQuantity(value, 'time')} per second`;
  return (
    <div
      className="animation__speed"
      title={late ? 'Slower than asked for: this is as fast as it goes.' : undefined}
    >
      <span id={id} className="animation__hidden">
        Speed
      </span>
      <QuantitySlider
        labelledBy={id}
        value={speed}
        range={{ ...range, log: true }}
        format={format}
        onChange={setAnimationSpeed}
      />
      <span className="animation__rate" data-late={late || undefined}>
        {late ? 'below ' : ''}
        {format(speed)}
      </span>
    </div>
  );
}

/** What the last step did, or why it stands still. */
function Words() {
  const step = useAnimation((animation) => animation.step?.words);
  const message = useAnimation((animation) => animation.message);
  const status = useAnimation((animation) => animation.status);
  return (
    <p className="animation__words" role="status">
      {message ?? step}
      {status === 'stale' && (
        <button type="button" className="animation__again" onClick={() => void startAnimation()}>
          Restart
        </button>
      )}
    </p>
  );
}

/** Which dots are of which class; nothing where all are of one. */
function ClassKey({ classes = [] }: Pick<Scenario, 'classes'>) {
  if (classes.length < 2) return null;
  return (
    <ul className="animation__classes" aria-label="Classes">
      {classes.map(({ id, name }, place) => (
        <li key={id}>
          <span className="g-dot" data-kind={place % DOT_KINDS} aria-hidden="true" />
          {name ?? id}
        </li>
      ))}
    </ul>
  );
}

/** What a player's buttons show, on the grid of the page's other icons. */

const face = (marks: ReactNode) => (
  <svg
    viewBox="0 0 16 16"
    width={16}
    height={16}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {marks}
  </svg>
);

const pauseIcon = face(<path d="M5.5 3v10M10.5 3v10" strokeWidth="2" />);
const stepIcon = face(<path d="M3.5 3v10L10 8zM12.5 3v10" />);
const restartIcon = face(<path d="M3 3v3.5h3.5M3.3 6.2A5.2 5.2 0 1 1 3 9.5" />);
