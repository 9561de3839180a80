/** The animation is steered here: play, one event, speed, seed; the time, and what happened in words. */
import { useId } from 'react';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { useScenario } from '../../state/document-store.ts';
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
import { useAnimation } from './animation-store.ts';
import './animation.css';
import { ClassKey } from './ClassKey.tsx';
import { pauseIcon, restartIcon, stepIcon } from './icons.tsx';
import { SeedField } from './SeedField.tsx';

export default function AnimationBar() {
  const status = useAnimation((animation) => animation.status);
  const scenario = useScenario();
  const playing = status === 'playing';
  const restart = () => void startAnimation();
  return (
    <section className="animation" aria-label="Animation" data-status={status}>
      <div className="animation__row">
        <IconButton
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
